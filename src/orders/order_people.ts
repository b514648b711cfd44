/** The people who get the letters of an order. */
import type { Bundle } from 'zapier-platform-core';
import type { CreatedList, Recipient } from '../api/lists.ts';
import type { Cache } from '../cache.ts';
import { formatCount, listFirst } from '../format.ts';
import type { RecipientCollector } from '../recipients/collector.ts';
import { identifyPeople, type People } from '../recipients/identity.ts';
import { blankMergeFieldsField, type MergeFieldSummary } from '../recipients/merge_fields.ts';
import { makeListForOrder, requireShortList } from '../recipients/temporary_list.ts';
import { describeLeftOut, requireComparable } from './already_sent.ts';
import type { Earlier } from './deduplication/decide.ts';
import { readPeopleOfList, recallList, rememberList } from './deduplication/known_lists.ts';
import type { Run } from './deduplication/run.ts';
import { type Placeholders, spellAs } from './placeholders.ts';
import type { Checks } from './result.ts';

export interface OrderPeople {
  /** The ID of their list; null if it is made for the order. */
  listId: string | null;
  /** Returns the people, as the duplicate check compares them. @throws if Zapier's cache does not respond */
  identify: () => Promise<People>;
  /** The merge fields of the people who are not left out, if they are known. */
  readonly fields: MergeFieldSummary | undefined;
  /** How to add a merge field that the letter needs. */
  fieldAdvice: string;
  /** What a preview says about the people. */
  readonly checks: Checks;
  /** The person whose letter a preview shows. */
  readonly first?: Recipient | undefined;
  /** Returns the list, or makes it. */
  makeList: (run: Run | undefined) => Promise<OrderList>;
  /** Leaves out the people whom earlier orders reached, instead of stopping. */
  leaveOut?: ((reached: ReadonlyMap<string, Earlier>) => void) | undefined;
  /** Names the people not yet reached, and says how to order letters for them only. */
  describeOthers?: (reached: ReadonlySet<string>) => string;
  /** Remembers what the letter prints for the people, which is known only when it was ordered. */
  rememberPrinted?: (run: Run | undefined, placeholders: Placeholders) => Promise<void>;
}

/** The list of an order. Its expiry is known if it was made for the order. */
export type OrderList = Pick<CreatedList, 'list_id' | 'expires'>;

/** Returns the people on a list. They are known if a step made it: the service cannot look up lists. */
export async function readPeopleOnList(cache: Cache, listId: string): Promise<OrderPeople> {
  const fields = await recallList(cache, listId);
  return {
    listId,
    identify: () => readPeopleOfList(cache, listId),
    fields,
    fieldAdvice: `Add it in the Create Temporary List step, or choose "${blankMergeFieldsField.choices.send}" there in ${blankMergeFieldsField.label}.`,
    checks: fields
      ? { checked: [`The list has ${formatCount(fields.count, 'person', 'people')}.`] }
      : {
          notChecked: ['Whether the list exists and who is on it: the letter service cannot look up lists.'],
        },
    makeList: async () => ({ list_id: listId }),
  };
}

export const everyoneReached = 'Nothing was ordered: everyone on the list already got this letter.';

interface CollectOptions {
  /** Whether the user allows letters without a value. */
  allowsBlank: boolean;
  fieldAdvice: string;
  /** How to make a list that is too long for one step. */
  listAdvice: string;
  /** How to write only to the people not yet reached. By default, with such a list. */
  othersAdvice?: string;
  /** The placeholders of the letter. If they are known, a person is also recognized by what it prints. */
  placeholders?: Placeholders | undefined;
  /** Whether people whom earlier orders reached are left out, and the time zone in which the result says so. */
  leaveOut?: { timeZone: Bundle['meta']['timezone'] } | undefined;
}

/** Returns people who were collected for this order. Their list is made when the letters are ordered. */
export function collectPeople(
  cache: Cache,
  collector: RecipientCollector,
  { allowsBlank, fieldAdvice, listAdvice, othersAdvice = listAdvice, placeholders, leaveOut }: CollectOptions,
) {
  if (leaveOut) requireComparable(collector.count);
  else requireShortList(collector.recipients, listAdvice);
  const everyone = { ...identifyPeople(collector.identity), isList: true };
  const { members } = everyone;
  /**
   * Returns what identifies each person by what the letter prints, so that a change in another column makes no new letter. Undefined if it
   * is unknown: the letter prints no merge fields that are known, or some people are left out or too many.
   */
  const identifyPrinted = (known: Placeholders | undefined): string[] | undefined => {
    if (!known || known.filled.length === 0 || members.length !== collector.count) return undefined;
    const printed = collector.identifyPrinted(known.names);
    return members.map((member) => printed.get(member) ?? member);
  };
  const printed = identifyPrinted(placeholders);
  const leftOut: { names: readonly string[]; note: string | null } = { names: [], note: null };
  return {
    /** The people who were left out because they got the letter, and what to say about them. */
    leftOut,
    listId: null,
    identify: async () => ({ ...everyone, printed }),
    get fields() {
      return collector.summarize(allowsBlank);
    },
    fieldAdvice,
    get checks(): Checks {
      const warning = collector.count === 0 ? everyoneReached : null;
      return { warning, checked: [collector.check, leftOut.note] };
    },
    get first() {
      return collector.recipients[0];
    },
    async makeList(run: Run | undefined) {
      const { recipients } = collector;
      if (leaveOut) requireShortList(recipients, listAdvice);
      const spelled = recipients.map((recipient) => spellAs(recipient, placeholders));
      const list = await makeListForOrder(cache.z, spelled);
      const fields = collector.summarize(allowsBlank);
      await rememberList(cache, list, { ...everyone, isStored: true }, fields, run?.leftOutBy);
      return list;
    },
    leaveOut:
      leaveOut &&
      ((reached: ReadonlyMap<string, Earlier>) => {
        leftOut.names = collector.leaveOut(reached);
        leftOut.note = describeLeftOut(leftOut.names, reached, leaveOut.timeZone);
      }),
    describeOthers(reached: ReadonlySet<string>) {
      const others = collector.namesWithout(reached);
      return others.length === 0 ? '' : `Not yet written to: ${listFirst(others, ', ', 5)}. ${othersAdvice} `;
    },
    async rememberPrinted(run: Run | undefined, known: Placeholders) {
      const now = identifyPrinted(known);
      if (now && now.join() !== (printed ?? members).join()) await run?.rememberPrinted(now);
    },
  };
}
