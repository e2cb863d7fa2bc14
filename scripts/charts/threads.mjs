/* Jobs spread over threads: which share each has, and how far all are. */
import { Worker } from "node:worker_threads";

/**
 * How jobs are done.
 * @typedef {object} Spreading
 * @property {URL} worker The program of a thread; it posts a report for each job.
 * @property {number} workers Most threads.
 * @property {number} worth How many jobs are worth a thread.
 * @property {object} data What every thread is told besides its jobs.
 * @property {() => Promise<void>} alone Does all jobs where one thread is enough; reports by itself.
 */

/**
 * Hand jobs out to as many threads as are worth starting.
 * @template Job, Report
 * @param {Job[]} jobs
 * @param {Spreading} how
 * @param {(report: Report) => void} take Gets what threads post.
 */
export async function spreadJobs(jobs, { worker, workers, worth, data, alone }, take) {
  const threads = Math.min(workers, Math.ceil(jobs.length / worth));
  if (threads > 1) await Promise.all(sharesOf(jobs, threads).map((share) => runThread(worker, { ...data, jobs: share }, take)));
  else if (jobs.length) await alone();
}

/**
 * @template Job
 * @param {Job[]} jobs
 * @param {number} count
 */
function sharesOf(jobs, count) {
  return Array.from({ length: count }, (_, share) => jobs.filter((_job, position) => position % count === share));
}

/**
 * @template Report
 * @param {URL} program
 * @param {object} workerData
 * @param {(report: Report) => void} take
 * @returns {Promise<void>}
 */
function runThread(program, workerData, take) {
  const worker = new Worker(program, { workerData });
  worker.on("message", take);
  return new Promise((resolve, reject) => {
    worker.on("error", reject);
    worker.on("exit", () => { resolve(); });
  });
}

/**
 * A function to be called once a job, which tells how many are done about twenty times.
 * @param {string} what
 * @param {number} total
 */
export function progressOf(what, total) {
  let count = 0;
  const step = Math.max(1, Math.ceil(total / 20));
  return () => {
    count += 1;
    if (count % step === 0 || count === total) console.error(`${what}: ${count} of ${total} drawn`);
  };
}
