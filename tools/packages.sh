# shellcheck shell=bash disable=SC2034
# Sourced by tools/run and tools/test: need_packages PACKAGE... installs the Debian packages that are missing, and only then
# touches the package lists. Without root and without sudo it says what to run.
need_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
  done
  [[ ${#missing[@]} -eq 0 ]] && return 0
  local as_root=()
  if [[ $(id -u) -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
      echo "These packages are missing; as root, run:" >&2
      echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "installing: ${missing[*]}" >&2
  local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get)
  "${install[@]}" update -q >&2 && "${install[@]}" install -q -y --no-install-recommends "${missing[@]}" >&2
}

# What the program needs to be built. Append here when a floor needs another library.
BUILD_PACKAGES=(libc6-dev libglib2.0-dev libcjson-dev libgraphviz-dev pkg-config cmake gcc make)
# What the tests need besides.
TEST_PACKAGES=(clang libclang-rt-14-dev valgrind python3 clang-format jq libcmocka-dev check patch graphviz chromium)
