/** What the fields of a form share. */
import type { InputField } from '@print-and-mail/zapier/definition';
import type { ChoicesPage } from '../../protocol.ts';
import type { DataSource } from './mappings.ts';

export type ChoicesLoader = (pagingToken: string | undefined) => Promise<ChoicesPage>;

export interface FormContext {
  dataSources: readonly DataSource[];
  isReadOnly: boolean;
  /** Whether blank required fields are marked. */
  showsErrors: boolean;
  /** Distinguishes two fields with the same label, such as `row 2 of Sheets` or the action of a find-or-create. */
  within?: string | undefined;
  /**
   * Adds a search step before this one, if that is possible here, and returns the mapping of what it finds.
   *
   * @param search - the search and its output, such as `find_contact.contact_id`
   */
  addSearch?: ((search: string) => string) | undefined;
  /** Loads a page of the choices of a dropdown. */
  loadChoices(field: string, pagingToken: string | undefined): Promise<ChoicesPage>;
}

export interface FieldProps {
  field: InputField;
  value: unknown;
  onChange(value: unknown): void;
  context: FormContext;
}

/** The accessible description of a control. */
export interface FieldAttributes {
  'aria-describedby'?: string;
  'aria-required'?: 'true';
  'aria-invalid'?: 'true';
}
