/*
Types of the parts of Vega that a live chart is made of. The package `vega` has them all in one, but
its parts, which are what a small program imports, have none of their own.
*/

declare module "vega-dataflow" {
  export const transforms: Record<string, unknown>;
}

declare module "vega-encode" {}

declare module "vega-parser" {
  export { parse } from "vega";
}

declare module "vega-transforms" {
  export const aggregate: unknown;
  export const collect: unknown;
  export const facet: unknown;
  export const formula: unknown;
  export const prefacet: unknown;
  export const proxy: unknown;
  export const relay: unknown;
  export const sieve: unknown;
  export const values: unknown;
}

declare module "vega-view" {
  export { View } from "vega";
}

declare module "vega-view-transforms" {
  export const bound: unknown;
  export const mark: unknown;
  export const overlap: unknown;
  export const render: unknown;
  export const viewlayout: unknown;
}
