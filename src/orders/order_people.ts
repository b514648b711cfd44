/** The people who get the letters of an order. */
import type { CreatedList } from '../api/lists.ts';
import type { Cache } from '../cache.ts';
import { type Failure, tryOrLog } from '../failure.ts';
import type { Earlier } from '../once/decide.ts';
import { describeCanceled } from '../once/earlier_orders.ts';
import { identifyPeopleOnList, recallList, rememberList } from '../once/known_lists.ts';
import { alreadySentField, type OrderOptions } from '../once/order_options.ts';
import { type Descriptions, describeLeftOut } from '../once/stop_messages.ts';
import { printedName } from '../person/contact.ts';
import { findGreetingRisk, greetingSource } from '../person/greeting.ts';
import { maxComparedPeople, type People } from '../person/identity.ts';
import type { ListedRecipient, RecipientCollector } from '../recipients/collector.ts';
import { blankMergeFieldsField } from '../recipients/merge_fields.ts';
import { maxEnvelopes } from '../recipients/sources.ts';
import { makeListForOrder, requireShortList } from '../recipients/temporary_list.ts';
import { inputError } from '../steps/inputs.ts';
import { describePeople } from '../text/describe_people.ts';
import { formatCount, formatNumber, listFirst, truncate } from '../text/format.ts';
import type { Checks } from './order.ts';
import { addSpellings, type FieldsOfPeople, type Placeholders } from './placeholders.ts';

export interface OrderPeople extends FieldsOfPeople, Descriptions {
  /** The ID of their list, or null if the step makes the list when it orders. */
  listId: string | null;
  /** Returns the people for the duplicate check. @throws if Zapier's cache does not respond */
  identify: () => Promise<People>;
  /** For a preview, says who gets a letter, and how the greetings are made. */
  check: () => Checks;
  /** Why no letter may be ordered. An earlier letter is returned all the same. */
  readonly refusal?: Failure | undefined;
  /** Returns the existing list, or makes one. @param leftOutBy the run that left people out, if any */
  makeList: (leftOutBy: string | undefined) => Promise<CreatedList>;
  /** Leaves out the people whom earlier orders reached. */
  leaveOut?: (reached: ReadonlyMap<string, Earlier>) => Promise<void>;
}

/** Returns the people on a list. They are known only if a step made the list, because the service cannot look up lists. */
export async function readPeopleOnList(cache: Cache, listId: string): Promise<OrderPeople> {
  const fields = await tryOrLog(cache.z, 'The list could not be looked up.', () => recallList(cache, listId));
  return {
    listId,
    identify: () => identifyPeopleOnList(cache, listId),
    fields,
    fieldAdvice: `Add it in the Create Temporary List step, or set ${blankMergeFieldsField.label} to "${blankMergeFieldsField.choices.send}" in that step.`,
    check: () =>
      fields
        ? { checked: [`The list has ${formatCount(fields.count, 'person', 'people')}.`] }
        : { notChecked: [unknownListNote] },
    makeList: async () => ({ list_id: listId }),
  };
}

const unknownListNote = 'Whether the list exists and who is on it: the letter service cannot look up lists.';

export const everyoneReachedNote = 'Nothing was ordered: everyone on the list already got this letter.';

interface CollectOptions {
  allowsBlank: boolean;
  fieldAdvice: string;
  /** Says how to make a list that is too long for one step. */
  listAdvice: string;
  /** Says how to write only to the people not yet reached. Default: `listAdvice`. */
  othersAdvice?: string;
  /** The placeholders of the letter, if they are known. */
  placeholders?: Placeholders | undefined;
}

/** Returns the collected people. Their list is made when the letters are ordered. */
export function toOrderPeople(
  cache: Cache,
  options: OrderOptions,
  collector: RecipientCollector,
  { allowsBlank, fieldAdvice, listAdvice, othersAdvice = listAdvice, placeholders }: CollectOptions,
) {
  if (!options.leavesOut) requireShortList(collector.recipients, listAdvice);
  else if (collector.count > maxComparedPeople)
    throw inputError(
      `The list has ${formatNumber(collector.count)} people, and "${alreadySentField.choices.leave_out}" compares at most ${formatNumber(maxComparedPeople)}.`,
      `Split the list, or choose "${alreadySentField.choices.stop}".`,
    );
  const everyone = { ...collector.identify(), isList: true };
  const leftOut: { names: readonly string[]; note: string | null } = { names: [], note: null };
  return {
    /** The names of the people left out because they already got the letter, and a sentence about them. */
    leftOut,
    listId: null,
    identify: async () => everyone,
    get fields() {
      return collector.summarize(allowsBlank);
    },
    fieldAdvice,
    check(): Checks {
      const greetings = checkGreetings(collector.people);
      const warning = collector.count === 0 ? everyoneReachedNote : greetings.warning;
      return { warning, checked: [nameRecipients(collector.people), ...greetings.checked, leftOut.note] };
    },
    async makeList(leftOutBy: string | undefined) {
      const { recipients } = collector;
      requireShortList(recipients, listAdvice);
      const list = await makeListForOrder(
        cache.z,
        recipients.map((recipient) => addSpellings(recipient, placeholders)),
      );
      const fields = collector.summarize(allowsBlank);
      await rememberList(cache, list, { ...everyone, isStored: true }, fields, leftOutBy);
      return list;
    },
    async leaveOut(reached: ReadonlyMap<string, Earlier>) {
      const canceled = await describeCanceled(cache.z, reached, { listed: collector.people });
      leftOut.names = collector.leaveOut(reached);
      leftOut.note = describeLeftOut(leftOut.names, reached, options, canceled);
    },
    get listed() {
      return collector.people;
    },
    othersAdvice,
  };
}

/** Maximum number of people whom a preview names: those whose envelopes it shows, and fifty others. */
const maxNamed = maxEnvelopes + 50;

function nameRecipients(people: readonly ListedRecipient[]): string {
  const names = people.map(({ recipient }) => {
    const { city, postal_code: place } = recipient.address;
    return `${truncate(printedName(recipient))} (${city ?? place})`;
  });
  const named = listFirst(names, ', ', maxNamed);
  return `${formatCount(people.length, 'person gets', 'people get')} a letter${named && `: ${named}`}.`;
}

/** Says from which names the letter service makes greetings, and which of them may be wrong. */
export function checkGreetings(people: readonly Pick<ListedRecipient, 'place' | 'recipient'>[]) {
  const made = people.filter(({ recipient }) => greetingSource(recipient) !== undefined);
  const [first, second] = made.map(({ recipient }) => `"${truncate(printedName(recipient))}"`);
  const risks = made.flatMap(({ place, recipient }) => {
    const what = findGreetingRisk(recipient);
    return what === undefined ? [] : [{ place, what }];
  });
  const some = made.length === people.length ? "each person's name" : formatCount(made.length, 'name');
  const source = second ? `${some}, such as ${first}` : `the name ${first}`;
  const warning = `${describePeople(risks)} The letter service makes the greeting from the name, and it may be wrong, such as "Dear Frau,". Fill in Greeting${people.length > 1 ? ', or add a column Greeting to the file' : ''}.`;
  return {
    checked: first ? [`Greeting: the letter service takes the name after "Dear" from ${source}.`] : [],
    warning: risks.length > 0 ? warning : null,
  };
}
