/** Identifies the people who get an order by what is printed for each of them. */
import { hash } from 'node:crypto';
import { hashRecipient } from '../../recipients/identity.ts';

export interface People {
  /** The same for the same people, in any order. Of one person, the person's own. */
  id: string;
  /** The person or persons, unless they are unknown or too many to compare. */
  members?: readonly string[] | undefined;
}

/** Orders to more people are compared as a whole only. */
export const maxComparedPeople = 5_000;

/** Bytes of a person's hash: enough to distinguish all recipients of an account, and few enough to store thousands of hashes. */
const personBytes = 9;
const personLength = (personBytes / 3) * 4;

const identifyPerson = (hash: string): string =>
  Buffer.from(hash, 'hex').subarray(0, personBytes).toString('base64url');

/** @param hashes the results of `hashRecipient`, without duplicates */
export function identifyPeople(hashes: Iterable<string>): People & { members: readonly string[] } {
  const members = [...hashes].map(identifyPerson).sort();
  const [first] = members;
  if (members.length === 1 && first !== undefined) return { id: first, members };
  return { id: hash('sha256', members.join(), 'base64url').slice(0, 24), members };
}

export const identifyRecipient = (recipient: Parameters<typeof hashRecipient>[0]): People =>
  identifyPeople([hashRecipient(recipient)]);

/** Joins the members to one text, to store them. */
export const pack = (members: readonly string[]): string => members.join('');

export const unpack = (packed: string): string[] => packed.match(new RegExp(`.{${personLength}}`, 'g')) ?? [];
