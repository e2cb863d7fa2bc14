/*
The parts of Vega that the specs use, and no others. Expressions are interpreted, never compiled:
pages forbid eval.
*/
/** @import { Plan } from "./plan.js" */
/** @import { Renderers, Runtime, Spec } from "vega" */
import { transforms } from "vega-dataflow";
import * as encode from "vega-encode";
import { parse } from "vega-parser";
import { aggregate, collect, facet, formula, prefacet, proxy, relay, sieve, values } from "vega-transforms";
import { View } from "vega-view";
import { bound, mark, overlap, render, viewlayout } from "vega-view-transforms";
import { expressionInterpreter } from "vega-interpreter";
import { NO_LOADER } from "./loader.js";

Object.assign(
  transforms,
  { aggregate, collect, facet, formula, prefacet, proxy, relay, sieve, values },
  { bound, mark, overlap, render, viewlayout },
  encode,
);

/**
 * A spec as a runtime that many views can share.
 * @param {Spec} spec
 */
export function runtimeOf(spec) {
  return parse(spec, undefined, { ast: true });
}

/**
 * A view of a runtime; `renderer` is svg, or none for a drawing that is not shown.
 * @param {Runtime} runtime
 * @param {Renderers} renderer
 */
export function viewOf(runtime, renderer) {
  return new View(runtime, { renderer, loader: NO_LOADER, expr: expressionInterpreter, hover: false });
}

/**
 * Give a view its size, margins and plan, and draw it.
 * @param {View} view
 * @param {{width: number, height: number}} size
 * @param {{left: number, top: number, right: number, bottom: number}} margins
 * @param {Plan} plan
 */
export async function drawPlan(view, size, margins, { signals, data }) {
  view.width(size.width).height(size.height).padding(margins);
  for (const [name, value] of Object.entries(signals)) view.signal(name, value);
  for (const [name, rows] of Object.entries(data)) view.data(name, rows);
  await view.runAsync();
}
