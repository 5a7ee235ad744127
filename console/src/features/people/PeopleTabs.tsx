import { Link } from '@tanstack/react-router'
import { strings } from '#i18n/people.ts'
import { useRouteIds } from '../../app/current-org.ts'
import { LinkTabs } from '../../components/LinkTabs.tsx'

const { list } = strings
const here = { exact: true, includeSearch: false }

export function PeopleTabs() {
  const routeIds = useRouteIds()
  return (
    <LinkTabs label={list.tabs}>
      <Link to="/orgs/$org/agents/$agent/people" params={routeIds} activeOptions={here}>
        {list.people}
      </Link>
      <Link to="/orgs/$org/agents/$agent/segments" params={routeIds} activeOptions={here}>
        {list.segments}
      </Link>
    </LinkTabs>
  )
}
