/*
What charts that stand together show of their servers: the same ones hidden, the same one in front.
The group, or a chart that stands alone, keeps it by the names of servers, for charts that come alive later.
*/
/** @import { LiveChart } from "./live.js" */

/**
 * Names of servers that are hidden, and of the one in front; empty where none is.
 * @typedef {{hidden: string[], front: string}} ShownServers
 */

const CHANGED = "chart-servers";

/**
 * Let a chart follow what its group shows.
 * @param {LiveChart} live
 */
export function followServers(live) {
  const group = groupOf(live.figure) ?? live.figure;
  const follow = () => { live.change(choicesFor(live.chart.sides, shownServers(group))); };
  if (group.dataset.servers) follow();
  live.figure.addEventListener(CHANGED, follow);
}

/**
 * What a group of charts shows.
 * @param {HTMLElement} group
 * @returns {ShownServers}
 */
export function shownServers(group) {
  const { servers } = group.dataset;
  return servers ? /** @type {ShownServers} */ (JSON.parse(servers)) : { hidden: [], front: "" };
}

/**
 * Change what all charts of a group show.
 * @param {HTMLElement} group
 * @param {Partial<ShownServers>} change
 */
export function showServers(group, change) {
  group.dataset.servers = JSON.stringify({ ...shownServers(group), ...change });
  const figures = group.matches("figure.chart") ? [group] : group.querySelectorAll("figure.chart");
  for (const figure of figures) figure.dispatchEvent(new CustomEvent(CHANGED));
}

/**
 * The charts that a chart stands together with.
 * @param {HTMLElement} figure
 * @returns {HTMLElement | null}
 */
export function groupOf(figure) {
  return figure.closest("[data-linked]");
}

/**
 * @param {LiveChart["chart"]["sides"]} sides
 * @param {ShownServers} shown
 */
function choicesFor(sides, { hidden, front }) {
  const others = front ? sides.filter(({ label }) => label !== front) : [];
  return {
    hidden: new Set(sides.filter(({ label }) => hidden.includes(label)).map(({ id }) => id)),
    behind: new Set(others.length < sides.length ? others.map(({ id }) => id) : []),
  };
}
