import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { strings } from '#i18n/desk.ts'
import { useCan, useRouteIds } from '../../app/current-org.ts'
import { LinkTabs } from '../../components/LinkTabs.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'

type Props = {
  children: ReactNode
  actions?: ReactNode
  lead?: string
  /** Shown in the title of the browser tab. */
  badge?: number
  /** Leaves the room of the title and the tabs to an open conversation. */
  isCompact?: boolean
}

/** The frame of the pages of the desk. */
export function DeskFrame({ children, badge = 0, isCompact = false, ...layout }: Props) {
  const params = useRouteIds()
  const mayConfigure = useCan('viewer')
  const active = {
    activeOptions: { exact: true, includeSearch: false },
    activeProps: { 'aria-current': 'page' },
  } as const
  return (
    <PageLayout title={strings.title} documentTitle={strings.badgeTitle(badge)} isCompact={isCompact} {...layout}>
      {!isCompact && (
        <LinkTabs label={strings.tabs.label}>
          <Link to="/orgs/$org/agents/$agent/desk" params={params} {...active}>
            {strings.tabs.work}
          </Link>
          <Link to="/orgs/$org/agents/$agent/desk/replies" params={params} {...active}>
            {strings.tabs.replies}
          </Link>
          {mayConfigure && (
            <Link to="/orgs/$org/agents/$agent/desk/settings" params={params} {...active}>
              {strings.tabs.settings}
            </Link>
          )}
        </LinkTabs>
      )}
      {children}
    </PageLayout>
  )
}
