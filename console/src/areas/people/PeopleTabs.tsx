import { Link } from '@tanstack/react-router'
import { words } from '#words/people.ts'
import { usePlace } from '../../app/org.ts'
import { LinkTabs } from '../../parts/LinkTabs.tsx'

const { list } = words
const here = { exact: true, includeSearch: false }

/** People and their segments are two pages of one place. */
export function PeopleTabs() {
  const place = usePlace()
  return (
    <LinkTabs label={list.tabs}>
      <Link to="/orgs/$org/agents/$agent/people" params={place} activeOptions={here}>
        {list.people}
      </Link>
      <Link to="/orgs/$org/agents/$agent/segments" params={place} activeOptions={here}>
        {list.segments}
      </Link>
    </LinkTabs>
  )
}
