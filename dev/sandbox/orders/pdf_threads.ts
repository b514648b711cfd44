/**
 * Reads and draws PDFs in separate threads. The sandbox answers other requests meanwhile, and a file that takes too
 * much time or memory ends its thread instead of the sandbox.
 */
import { Worker } from 'node:worker_threads';
import type { PdfReply, PdfResult, PdfTask } from './pdf_tasks.ts';
import { printLimits } from './preview/limits.ts';

const megabyte = 1024 * 1024;

/** Maximum number of tasks of each kind at the same time. */
const maxTasks = 2;

/** How often to check the memory of a thread (ms). */
const checkInterval = 100;

/** After how long without a task a thread ends (ms). */
const maxIdleTime = 5000;

/** Each thread without a task, and the timer that ends it. */
const idle = new Map<Worker, NodeJS.Timeout>();
/** Orders wait for pages to be counted, so that does not wait for previews. */
const queues: Record<'count' | 'preview', Queue> = {
  count: { running: 0, waiting: [] },
  preview: { running: 0, waiting: [] },
};

interface Queue {
  running: number;
  /** Tasks that start when others end. */
  waiting: (() => void)[];
}

interface Limits {
  /** Milliseconds. */
  time: number;
  /** Bytes. */
  memory: number;
}

/** @throws if the task fails, or takes more time or memory than it may */
export async function performPdfTask(task: PdfTask, limits: Limits = printLimits): Promise<PdfResult> {
  const queue = 'count' in task ? queues.count : queues.preview;
  if (queue.running >= maxTasks) await new Promise<void>((resolve) => queue.waiting.push(resolve));
  queue.running += 1;
  const reply = await performIn(takeThread(), task, limits);
  queue.running -= 1;
  queue.waiting.shift()?.();
  if ('error' in reply) throw new Error(reply.error);
  return reply.result;
}

function takeThread(): Worker {
  const [entry] = idle;
  if (!entry) return startThread();
  const [thread, timer] = entry;
  clearTimeout(timer);
  idle.delete(thread);
  return thread;
}

function startThread(): Worker {
  const thread = new Worker(new URL('./pdf_tasks.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: Math.round(printLimits.memory / megabyte) },
  });
  // A lack of memory is an error, after which the thread exits.
  thread.on('error', () => {});
  // Does not keep a closed sandbox running.
  thread.once('online', () => thread.unref());
  return thread;
}

function keepIdle(thread: Worker): void {
  const timer = setTimeout(() => {
    idle.delete(thread);
    void thread.terminate();
  }, maxIdleTime);
  idle.set(thread, timer.unref());
}

const performIn = (thread: Worker, task: PdfTask, { time, memory }: Limits): Promise<PdfReply> =>
  new Promise((resolve) => {
    const end = (reply: PdfReply): void => {
      clearTimeout(timer);
      clearInterval(check);
      thread.off('message', receive).off('exit', exit);
      resolve(reply);
    };
    const receive = (reply: PdfReply): void => {
      end(reply);
      keepIdle(thread);
    };
    const stop = (limit: string): void => {
      end({ error: `It takes more than ${limit}. Use smaller files.` });
      void thread.terminate();
    };
    const memoryLimit = `${Math.round(memory / megabyte)} MB of memory`;
    const exit = (): void => stop(memoryLimit);
    const timer = setTimeout(() => stop(`${time / 1000} seconds`), time);
    const check = setInterval(async () => {
      // A thread that has just ended has no statistics.
      const used = await thread.getHeapStatistics().catch(() => undefined);
      if (used && used.total_heap_size + used.external_memory > memory) stop(memoryLimit);
    }, checkInterval);
    timer.unref();
    check.unref();
    thread.on('message', receive).on('exit', exit).postMessage(task);
  });
