import { ParleyUnreachable, RateLimited, ServerError, Unauthorized } from '@parley/sdk'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { strings } from '#i18n/desk.ts'
import { describeError } from '../../../components/PageStates.tsx'
import { useDeskClient, useRefreshDesk } from '../desk-data.ts'
import { useDeskLive } from '../live.tsx'
import {
  createOutbox,
  findExpired,
  findSendable,
  type MessageOutbox,
  type OutgoingContent,
  type OutgoingMessage,
} from './outbox.ts'

type DeskOutbox = Pick<MessageOutbox, 'readDraft' | 'writeDraft'> & {
  /** Unsent messages, and sent ones until the transcript shows them. */
  messages: readonly (OutgoingMessage & { messageId?: string })[]
  send(userId: string, content: OutgoingContent): void
  retry(id: string): void
  discard(id: string): void
}

const OutboxContext = createContext<DeskOutbox | undefined>(undefined)

export function useOutbox(): DeskOutbox {
  const outbox = useContext(OutboxContext)
  if (!outbox) throw new Error('No outbox')
  return outbox
}

const retryMs = 3_000

/** Sends messages one after the other. What cannot reach the server stays stored and is sent once it can. */
export function OutboxProvider({ scope, children }: { scope: string; children: ReactNode }) {
  const outbox = useMemo(() => createOutbox(scope, window.localStorage), [scope])
  const [stored, setStored] = useState(outbox.list)
  const [sent, setSent] = useState<readonly (OutgoingMessage & { messageId: string })[]>([])
  const desk = useDeskClient()
  const refresh = useRefreshDesk()
  const { connected } = useDeskLive()
  const isSending = useRef(false)
  const flush = useRef(async (): Promise<void> => undefined)
  flush.current = async () => {
    for (const { id } of findExpired(outbox.list(), Date.now())) outbox.fail(id, strings.composer.expired, new Date())
    const message = findSendable(outbox.list(), Date.now())
    if (!message || isSending.current) return
    isSending.current = true
    try {
      const { userId, content, id } = message
      const body = 'text' in content ? content.text : content
      const { messageId } = await desk.say(userId, body, { id })
      setSent((before) => [...before, { ...message, messageId }])
      outbox.remove(id)
      void refresh(userId)
    } catch (error) {
      // Sent again later under the same id, which the server sends once.
      if (isTemporary(error)) return
      outbox.fail(message.id, describeError(error).text, new Date())
    } finally {
      isSending.current = false
      setStored(outbox.list())
    }
    void flush.current()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a connection that is back sends at once
  useEffect(() => {
    const run = () => void flush.current()
    run()
    const timer = setInterval(run, retryMs)
    window.addEventListener('online', run)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', run)
    }
  }, [connected])
  const value = useMemo<DeskOutbox>(() => {
    const change = (act: () => void) => {
      act()
      setStored(outbox.list())
      void flush.current()
    }
    return {
      messages: [...sent.filter(({ id }) => stored.every((one) => one.id !== id)), ...stored],
      send: (userId, content) => {
        const message = { id: crypto.randomUUID(), userId, content, at: new Date().toISOString() }
        change(() => outbox.add(message))
      },
      retry: (id) => change(() => outbox.retry(id, new Date())),
      discard: (id) => change(() => outbox.remove(id)),
      readDraft: outbox.readDraft,
      writeDraft: outbox.writeDraft,
    }
  }, [outbox, stored, sent])
  return <OutboxContext value={value}>{children}</OutboxContext>
}

/** A session that has ended is renewed by signing in again. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ParleyUnreachable ||
  error instanceof ServerError ||
  error instanceof RateLimited ||
  error instanceof Unauthorized
