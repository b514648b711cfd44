/** The logos that an envelope can have. */
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import type { LogoView } from '../protocol.ts';
import { Shown } from './shown.tsx';
import { account, useReading } from './world.ts';

export function LogosSection() {
  const logos = useReading<LogoView[]>(`logos?${new URLSearchParams({ account: account.value })}`, ['logo']);
  return (
    <>
      <PageHeading title="Logos" lead="What can be printed on the outer envelope." />
      <Shown reading={logos}>
        {(items) =>
          items.length === 0 ? (
            <div class="card empty">
              <p>
                This account has no logos. They come with the sandbox’s beginning; choose another account
                above.
              </p>
            </div>
          ) : (
            <ul class="logos">
              {items.map(({ id, name }) => (
                <li key={id} class="card">
                  <img src={`/console/logos/${encodeURIComponent(id)}/image`} alt="" />
                  <strong>{name}</strong>
                  <code>{id}</code>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </>
  );
}
