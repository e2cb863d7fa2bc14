/* The part of vega-scenegraph that draws markers: it has no types of its own. */

declare module "vega-scenegraph" {
  export const Marks: {
    symbol: {
      /** Hands each SVG attribute of a marker to `emit`. */
      attr: (emit: (name: string, value: unknown) => void, item: object) => void;
    };
  };
}
