/** What every part of a step's card needs. */
import type { Definition } from '@print-and-mail/zapier/definition';
import type { PlannedStep, StepTest } from '../../protocol.ts';
import type { DataSource } from '../fields/mappings.ts';
import type { Draft } from './draft.ts';

export interface StepProps {
  definition: Definition;
  /** The Zap's id. */
  zap: string;
  step: PlannedStep;
  /** Counted from 1. */
  number: number;
  draft: Draft;
  dataSources: readonly DataSource[];
  test: StepTest | undefined;
  isOn: boolean;
  /** Whether a later step maps this path of the step's data. */
  isMapped(path: string): boolean;
  /** Adds a search before the step, and returns the mapping of its output. Only actions have it. */
  addSearch: ((search: string) => string) | undefined;
  onChange(step: PlannedStep): void;
  onReplace(): void;
}
