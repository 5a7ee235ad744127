import type { DeskEvent, DeskPresence } from '@parley/sdk'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useOrg } from '../../app/current-org.ts'
import { notify } from '../../components/notify.tsx'
import { alertMember } from './alerts.ts'
import { useDeskClient, useRefreshDesk } from './desk-data.ts'

type DeskLive = {
  /** False while the stream of events is broken. */
  connected: boolean
  presence: readonly DeskPresence[]
}

const LiveContext = createContext<DeskLive>({ connected: true, presence: [] })
export const useDeskLive = (): DeskLive => useContext(LiveContext)

/** Other members in a conversation. */
export function useOthersPresent(userId: string): readonly DeskPresence[] {
  const me = useOrg().userId
  const { presence } = useDeskLive()
  return useMemo(
    () => presence.filter((member) => member.conversation === userId && member.userId !== me),
    [presence, userId, me],
  )
}

const throttleMs = 400

type Props = { openConversation: string | undefined; onOpen: (userId: string) => void; children: ReactNode }

/** Follows the events of the desk: refreshes lists and conversations, and alerts the member. */
export function DeskLiveProvider({ openConversation, onOpen, children }: Props) {
  const desk = useDeskClient()
  const me = useOrg().userId
  const [connected, setConnected] = useState(true)
  const [presence, setPresence] = useState<readonly DeskPresence[]>([])
  const schedule = useScheduledRefresh()
  const latest = useRef({ openConversation, onOpen })
  latest.current = { openConversation, onOpen }
  useEffect(() => {
    const stopped = new AbortController()
    const onConnection = (open: boolean) => {
      setConnected(open)
      // The list may have changed while the stream was disconnected.
      if (open) schedule(undefined)
    }
    const follow = async () => {
      for await (const event of desk.events({ signal: stopped.signal, onPresence: setPresence, onConnection })) {
        schedule(event.userId)
        announce(event, me, latest.current)
      }
    }
    follow().catch((error) => {
      setConnected(false)
      if (!stopped.signal.aborted) notify.error(error)
    })
    return () => stopped.abort()
  }, [desk, me, schedule])
  const live = useMemo(() => ({ connected, presence }), [connected, presence])
  return <LiveContext value={live}>{children}</LiveContext>
}

function announce(
  event: DeskEvent,
  me: string,
  { openConversation, onOpen }: { openConversation: string | undefined; onOpen: (userId: string) => void },
): void {
  const { userId } = event
  const isSeen = document.visibilityState === 'visible' && document.hasFocus() && openConversation === userId
  const waits = event.event === 'waiting' && (event.assignee === undefined || event.assignee === me)
  const given = event.event === 'assigned' && event.assignee === me && event.by !== me
  const wrote = event.event === 'message' && event.assignee === me && event.state === 'human' && event.by === undefined
  const kind = waits ? 'waiting' : given ? 'assigned' : wrote ? 'message' : undefined
  if (kind && !isSeen) alertMember(kind, { userId, onOpen: () => onOpen(userId) })
}

/** Collects the conversations of a burst of events and refreshes them together; undefined refreshes everything. */
function useScheduledRefresh(): (userId: string | undefined) => void {
  const refresh = useRefreshDesk()
  const pending = useRef<{ all: boolean; users: Set<string>; timer?: ReturnType<typeof setTimeout> }>({
    all: false,
    users: new Set(),
  })
  useEffect(() => () => clearTimeout(pending.current.timer), [])
  return useMemo(() => {
    const run = () => {
      const { all, users } = pending.current
      pending.current = { all: false, users: new Set() }
      if (all || users.size > 20) return void refresh()
      for (const userId of users) void refresh(userId)
    }
    return (userId) => {
      if (userId === undefined) pending.current.all = true
      else pending.current.users.add(userId)
      pending.current.timer ??= setTimeout(run, throttleMs)
    }
  }, [refresh])
}
