/** Which failed runs a replay has mended. The server counts them, and the page names them. */
import type { ZapRun } from '../protocol.ts';

/** Returns the latest replay of a run or of its replays. @param runs newest first */
export function latestReplay({ id }: ZapRun, runs: readonly ZapRun[]): ZapRun | undefined {
  const replay = runs.find(({ replayOf }) => replayOf === id);
  return replay && (latestReplay(replay, runs) ?? replay);
}

/** Whether a run failed, and was neither replayed nor given up. Its replay counts instead. */
export const needsAttention = (run: ZapRun, runs: readonly ZapRun[]): boolean =>
  run.outcome === 'failed' && !run.isGivenUp && latestReplay(run, runs) === undefined;
