import type { Schema } from '@parley/sdk'
import { Link } from '@tanstack/react-router'
import { strings } from '#i18n/desk.ts'
import { useRouteIds } from '../../app/current-org.ts'
import styles from './desk.module.css'
import { type DeskSearch, defaultView, deskViewNames } from './desk-search.ts'

/** The API counts no further. */
const maxCounted = 1_000

type Props = { search: DeskSearch; counts: Schema<'DeskViewCounts'> | undefined }

/** The views with how many conversations each holds; a dot marks those with unread messages. */
export function DeskViews({ search, counts }: Props) {
  const params = useRouteIds()
  const { view: open = defaultView } = search
  return (
    <nav className={styles.views} aria-label={strings.views.label}>
      {deskViewNames.map((view) => {
        const count = counts?.[view]
        return (
          <Link
            key={view}
            to="/orgs/$org/agents/$agent/desk"
            params={params}
            search={{ ...search, view }}
            className={styles.view}
            aria-current={view === open ? 'page' : undefined}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {strings.views[view]}
            {count !== undefined && count.conversations > 0 && (
              <span className={styles.count} data-unread={count.unread > 0 || undefined}>
                {count.conversations < maxCounted ? count.conversations : strings.views.many(maxCounted)}
                {count.unread > 0 && <span className={styles.hidden}>{`, ${strings.views.unread(count.unread)}`}</span>}
              </span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}
