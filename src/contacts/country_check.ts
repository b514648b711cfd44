/** Checks the countries of a whole list: an address without a country is American, but on a list, one without a state may be foreign. */
import { isBlank } from '../values.ts';
import type { ReadAddress } from './address.ts';

export class CountryCheck {
  #count = 0;
  #withState = 0;
  #hasCountry = false;
  /** The people with neither a state nor a country. */
  readonly #withoutBoth: string[] = [];

  /** Adds the address of a person. @param place the person's place in the list, for messages */
  add(place: string, { address, mayBeAbroad }: ReadAddress): void {
    this.#count += 1;
    if (!isBlank(address.state)) this.#withState += 1;
    if (address.country !== undefined) this.#hasCountry = true;
    if (mayBeAbroad) this.#withoutBoth.push(place);
  }

  /** True if no one on a list of two or more has a state or a country. */
  get isUnknown(): boolean {
    return this.#withoutBoth.length > 1 && this.#withState === 0 && !this.#hasCountry;
  }

  /** The people with neither a state nor a country on a list on which most people have a state. */
  get unusual(): ReadonlySet<string> {
    return new Set(this.#withState * 2 > this.#count ? this.#withoutBoth : []);
  }
}
