/** Jobs spread over threads: which share each has, and how far all are. */
import { Worker } from "node:worker_threads";

/**
 * Hand jobs out to as many threads as are worth starting, or call `alone` where one is enough.
 * {worker: URL of the program, workers: most threads, worth: jobs that are worth a thread, data:
 * what every thread is told, alone: (jobs, report) → promise}. `report` gets what threads post.
 */
export async function spread(jobs, { worker, workers, worth, data = {}, alone }, report) {
  const threads = Math.min(workers, Math.ceil(jobs.length / worth));
  if (threads > 1) await Promise.all(shares(jobs, threads).map((share) => inThread(worker, { ...data, jobs: share }, report)));
  else if (jobs.length) await alone(jobs, report);
}

function shares(jobs, count) {
  return Array.from({ length: count }, (_, share) => jobs.filter((_, position) => position % count === share));
}

function inThread(program, workerData, report) {
  const worker = new Worker(program, { workerData });
  worker.on("message", report);
  return new Promise((done, fail) => worker.on("error", fail).on("exit", done));
}

/** A function to be called once a job, which tells how many are done about twenty times. */
export function progress(what, total) {
  let count = 0;
  const step = Math.max(1, Math.ceil(total / 20));
  return () => {
    count += 1;
    if (count % step === 0 || count === total) console.error(`${what}: ${count} of ${total} drawn`);
  };
}
