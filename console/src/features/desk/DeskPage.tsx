import { Alert, Group } from '@mantine/core'
import { useMediaQuery, useNetwork } from '@mantine/hooks'
import { IconHeadset, IconHeadsetOff, IconPlugConnectedX } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { strings } from '#i18n/desk.ts'
import { useCan, useOrg, useRouteIds } from '../../app/current-org.ts'
import { ButtonLink } from '../../components/links.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../components/PageStates.tsx'
import { AlertsMenu } from './AlertsMenu.tsx'
import { OutboxProvider } from './composer/OutboxProvider.tsx'
import { OpenConversation } from './conversation/OpenConversation.tsx'
import { DeskFilters } from './DeskFilters.tsx'
import { DeskFrame } from './DeskFrame.tsx'
import { DeskList } from './DeskList.tsx'
import { DeskViews } from './DeskViews.tsx'
import styles from './desk.module.css'
import { useDeskCounts, useDeskList, useDeskSettings } from './desk-data.ts'
import type { DeskSearch } from './desk-search.ts'
import { DeskLiveProvider, useDeskLive } from './live.tsx'

const routeId = '/orgs/$org/agents/$agent/desk'

export function DeskPage() {
  const settings = useDeskSettings()
  if (settings.error) return <ErrorAlert error={settings.error} retry={settings.refetch} />
  if (!settings.data) return <Loading />
  return settings.data.enabled ? <OpenDesk /> : <DeskOff />
}

function DeskOff() {
  const params = useRouteIds()
  const mayEdit = useCan('editor')
  const action = mayEdit ? (
    <ButtonLink to="/orgs/$org/agents/$agent/desk/settings" params={params}>
      {strings.off.action}
    </ButtonLink>
  ) : (
    strings.off.ask
  )
  return (
    <DeskFrame>
      <EmptyState icon={IconHeadsetOff} title={strings.off.title} text={strings.off.text} action={action} />
    </DeskFrame>
  )
}

/** Three panes if there is room, otherwise two with the third in a drawer, or one at a time. */
function OpenDesk() {
  const search = useSearch({ from: routeId })
  const navigate = useNavigate({ from: routeId })
  const counts = useDeskCounts()
  const { id: orgId, userId: me } = useOrg()
  const { agent } = useRouteIds()
  const panes = usePanes()
  const { conversation } = search
  const open = useCallback(
    (userId: string) => void navigate({ search: { ...search, conversation: userId } }),
    [navigate, search],
  )
  const badge = (counts?.mine.unread ?? 0) + (counts?.unassigned.conversations ?? 0)
  const scope = useMemo(() => `${orgId} ${agent} ${me}`, [orgId, agent, me])
  const isListed = panes > 1 || conversation === undefined
  return (
    <DeskLiveProvider openConversation={conversation} onOpen={open}>
      <OutboxProvider scope={scope}>
        <DeskFrame badge={badge} actions={<AlertsMenu />} isCompact={!isListed}>
          <ConnectionAlert />
          <div className={styles.panes} data-panes={panes} data-open={conversation !== undefined || undefined}>
            {isListed && <ListPane search={search} counts={counts} />}
            {conversation !== undefined && (
              <OpenConversation key={conversation} userId={conversation} search={search} panes={panes} />
            )}
            {conversation === undefined && panes > 1 && <ChooseConversation span={panes - 1} />}
          </div>
        </DeskFrame>
      </OutboxProvider>
    </DeskLiveProvider>
  )
}

function usePanes(): number {
  const now = { getInitialValueInEffect: false }
  const wide = useMediaQuery('(min-width: 87em)', true, now)
  const narrow = useMediaQuery('(max-width: 48em)', false, now)
  return wide ? 3 : narrow ? 1 : 2
}

function ListPane({ search, counts }: { search: DeskSearch; counts: ReturnType<typeof useDeskCounts> }) {
  const list = useDeskList(search)
  return (
    <section className={styles.pane} aria-label={strings.list.label}>
      <DeskViews search={search} counts={counts} />
      <DeskFilters search={search} />
      <div className={styles.scroll}>
        {list.error ? (
          <ErrorAlert error={list.error} retry={list.refetch} />
        ) : (
          <DeskList entries={list.rows} search={search} more={list.more} />
        )}
      </div>
    </section>
  )
}

function ChooseConversation({ span }: { span: number }) {
  return (
    <section className={styles.pane} style={{ gridColumn: `span ${span}` }} aria-label={strings.conversation.label}>
      <EmptyState icon={IconHeadset} title={strings.choose.title} text={strings.choose.text} />
    </section>
  )
}

function ConnectionAlert() {
  const { connected } = useDeskLive()
  // The browser knows at once, the stream only when nothing has arrived for a while.
  const { online } = useNetwork()
  if (connected && online) return null
  return (
    <Alert color="yellow" role="status" p="xs" icon={<IconPlugConnectedX size={18} aria-hidden />}>
      <Group>{strings.offline}</Group>
    </Alert>
  )
}
