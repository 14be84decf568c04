/* Minimum-cost flow in a network whose arcs carry any amount, by primal-dual phases: a multi-source shortest-path pass
 * (buckets, since costs are small integers), then a blocking flow on the arcs of reduced cost zero.
 * Ownership: a Flow is the caller's; flow_solve fills it and may be called once. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct Flow Flow;

Flow *flow_new(uint32_t node_count, uint64_t arc_count);
void flow_free(Flow *flow);
/* Arcs must be added in the order of their tails; `capacity` UINT32_MAX: any amount. The arc's number, from 0. */
uint64_t flow_add_arc(Flow *flow, uint32_t tail, uint32_t head, uint32_t cost, uint32_t capacity);
/* More than leaves must be brought (`supply` > 0), or taken away (< 0), at a node; may be called again, adds up. */
void flow_supply(Flow *flow, uint32_t node, int64_t supply);
/* False where the supplies cannot be met. */
bool flow_solve(Flow *flow);
uint64_t flow_cost(const Flow *flow);
uint64_t flow_on_arc(const Flow *flow, uint64_t arc);
