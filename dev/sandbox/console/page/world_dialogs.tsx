/** What happens in the world outside: a letter comes back, somebody moves, somebody is added. */
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Dialog } from '../../../ui/components/dialog.tsx';
import { Field, TextField } from '../../../ui/components/field.tsx';
import type { Address } from '../../store/records.ts';
import type { ContactView, Page } from '../protocol.ts';
import { type GivenAddress, letterComesBack, somebodyIsAdded, somebodyMoves } from './control.ts';
import { account, overview, sentenceOf, useReading } from './world.ts';

/** Without a contact the dialog asks for one. */
export interface Happening {
  what: 'returned' | 'moved' | 'added';
  contact?: ContactView | undefined;
}

/** More do not fit a list to choose from; the others are found in their section. */
const choices = 500;

/** Open while something is in `happening`. */
export function WorldDialog({ happening }: { happening: Signal<Happening | undefined> }) {
  const { value } = happening;
  if (!value) return null;
  const close = () => {
    happening.value = undefined;
  };
  if (value.what === 'added') return <AddedDialog onClose={close} />;
  return value.what === 'returned' ? (
    <ReturnedDialog contact={value.contact} onClose={close} />
  ) : (
    <MovedDialog contact={value.contact} onClose={close} />
  );
}

interface HappeningProps {
  contact: ContactView | undefined;
  onClose: () => void;
}

/** Where people in examples move to. */
const example: Address = {
  street: '27 Garden Way',
  city: 'Dayton',
  state: 'OH',
  postal_code: '45402',
  country: '',
};

function ReturnedDialog({ contact, onClose }: HappeningProps) {
  const chosen = useSignal(contact);
  const isForwarded = useSignal(false);
  const address = useSignal<GivenAddress>(example);
  return (
    <Dialog title="A letter comes back" onClose={onClose}>
      <WorldForm
        submit="It comes back"
        onClose={onClose}
        onSubmit={async () => {
          const { value } = chosen;
          if (!value) throw new Error('Choose whose letter comes back.');
          await letterComesBack(
            { id: value.contact_id, name: value.name },
            isForwarded.value ? address.value : undefined,
          );
        }}
      >
        <ContactChoice label="Whose letter" chosen={chosen} isGiven={contact !== undefined} />
        <label class="wide">
          <input
            type="checkbox"
            checked={isForwarded.value}
            onChange={({ currentTarget }) => {
              isForwarded.value = currentTarget.checked;
            }}
          />
          The post office tells a forwarding address
        </label>
        {isForwarded.value ? (
          <AddressFields address={address} />
        ) : (
          <p class="hint wide">Without one, the contact’s address cannot receive mail from now on.</p>
        )}
      </WorldForm>
    </Dialog>
  );
}

const codes = ['unspecified', 'returned_mail', 'api_client'];

function MovedDialog({ contact, onClose }: HappeningProps) {
  const chosen = useSignal(contact);
  const address = useSignal<GivenAddress>(contact?.address ?? example);
  const code = useSignal('unspecified');
  const message = useSignal('');
  const client = useSignal('');
  return (
    <Dialog title="Somebody moves" onClose={onClose}>
      <WorldForm
        submit="Change the address"
        onClose={onClose}
        onSubmit={async () => {
          const { value } = chosen;
          if (!value) throw new Error('Choose who moves.');
          await somebodyMoves(
            { id: value.contact_id, name: value.name },
            { address: address.value, code: code.value, message: message.value, client: client.value },
          );
        }}
      >
        <ContactChoice
          label="Who"
          chosen={chosen}
          isGiven={contact !== undefined}
          onChoice={(found) => {
            address.value = found.address;
          }}
        />
        <AddressFields address={address} />
        <Field label="Code" hint="Why, for programs. One that is new is allowed.">
          {(ids) => (
            <input
              {...ids}
              list="codes"
              value={code.value}
              onInput={({ currentTarget }) => {
                code.value = currentTarget.value;
              }}
            />
          )}
        </Field>
        <datalist id="codes">
          {codes.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
        <Field label="Who changed it" hint="An application is told that it was itself.">
          {(ids) => (
            <select
              {...ids}
              value={client.value}
              onChange={({ currentTarget }) => {
                client.value = currentTarget.value;
                if (client.value !== '') code.value = 'api_client';
              }}
            >
              <option value="">The service</option>
              {overview.value?.clients.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Message" wide>
          {(ids) => (
            <input
              {...ids}
              placeholder="The service finds words by itself"
              value={message.value}
              onInput={({ currentTarget }) => {
                message.value = currentTarget.value;
              }}
            />
          )}
        </Field>
      </WorldForm>
    </Dialog>
  );
}

function AddedDialog({ onClose }: { onClose: () => void }) {
  const name = useSignal('');
  const address = useSignal<GivenAddress>(example);
  return (
    <Dialog title="Somebody is added" onClose={onClose}>
      <WorldForm
        submit="Add to the mailing list"
        onClose={onClose}
        onSubmit={async () => {
          await somebodyIsAdded({ name: name.value, address: address.value });
        }}
      >
        <TextField label="Name" text={name} />
        <AddressFields address={address} legend="Address" />
      </WorldForm>
    </Dialog>
  );
}

interface ChoiceProps {
  label: string;
  chosen: Signal<ContactView | undefined>;
  /** It was chosen before the dialog was opened. */
  isGiven: boolean;
  onChoice?: (contact: ContactView) => void;
}

function ContactChoice({ label, chosen, isGiven, onChoice }: ChoiceProps) {
  const query = new URLSearchParams({ account: account.value, limit: String(choices) });
  const { answer } = useReading<Page<ContactView>>(`contacts?${query}`, ['contact']);
  if (isGiven)
    return (
      <p class="wide">
        {label}: <strong>{chosen.value?.name}</strong>
      </p>
    );
  return (
    <Field
      label={label}
      hint={
        answer && answer.total > choices
          ? `The first ${choices}; open any other among the contacts.`
          : undefined
      }
      wide
    >
      {(ids) => (
        <select
          {...ids}
          required
          value={chosen.value?.contact_id ?? ''}
          onChange={({ currentTarget }) => {
            chosen.value = answer?.items.find(({ contact_id }) => contact_id === currentTarget.value);
            if (chosen.value) onChoice?.(chosen.value);
          }}
        >
          <option value="">Choose a contact…</option>
          {answer?.items.map(({ contact_id, name, address }) => (
            <option key={contact_id} value={contact_id}>
              {name}, {address.city}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

const addressParts: { part: keyof Address; label: string; hint?: string }[] = [
  { part: 'city', label: 'City' },
  { part: 'state', label: 'State' },
  { part: 'postal_code', label: 'Postal code' },
  { part: 'country', label: 'Country', hint: 'Blank for the United States.' },
];

interface AddressProps {
  address: Signal<GivenAddress>;
  legend?: string;
}

function AddressFields({ address, legend = 'New address' }: AddressProps) {
  const change = (part: keyof Address) => (event: { currentTarget: { value: string } }) => {
    address.value = { ...address.value, [part]: event.currentTarget.value };
  };
  return (
    <fieldset class="fields wide">
      <legend>{legend}</legend>
      <Field label="Street" wide>
        {(ids) => <textarea {...ids} rows={2} value={address.value.street} onInput={change('street')} />}
      </Field>
      {addressParts.map(({ part, label, hint }) => (
        <Field key={part} label={label} hint={hint}>
          {(ids) => <input {...ids} value={address.value[part]} onInput={change(part)} />}
        </Field>
      ))}
    </fieldset>
  );
}

interface FormProps {
  submit: string;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: ComponentChildren;
}

/** A form in a dialog; it closes when what it asks for has happened, and says so when it has not. */
export function WorldForm({ submit, onSubmit, onClose, children }: FormProps) {
  const isBusy = useSignal(false);
  const problem = useSignal<string | undefined>(undefined);
  const send = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    problem.value = undefined;
    try {
      await onSubmit();
      onClose();
    } catch (error) {
      problem.value = sentenceOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div class="fields">{children}</div>
      <div role="alert">{problem.value !== undefined && <p class="error-message">{problem.value}</p>}</div>
      <div class="form-end">
        <button type="button" class="secondary" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" aria-busy={isBusy.value ? 'true' : undefined}>
          {submit}
        </button>
      </div>
    </form>
  );
}
