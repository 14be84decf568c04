# The model that `seqcheck new` starts from.
seqcheck_embed(new_model INTO floor_cli FILES src/cli/new_model.model)
