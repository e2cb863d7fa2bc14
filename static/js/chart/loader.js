/* A loader for Vega that loads nothing: everything a chart shows is handed to it. */
/** @import { Loader } from "vega" */

const refuseFile = () => Promise.reject(new Error("a chart loads nothing"));

/** @type {Loader} */
export const NO_LOADER = {
  load: refuseFile,
  file: refuseFile,
  http: refuseFile,
  sanitize: () => Promise.reject(new Error("a chart links nowhere")),
};
