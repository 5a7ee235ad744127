import { Alert, Button, Group, SegmentedControl, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconHandStop, IconNote, IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { strings } from '#i18n/desk.ts'
import { useCan, useOrg } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { formatRelative, useNow } from '../../../components/Timestamp.tsx'
import { useTake } from '../conversation/MoveActions.tsx'
import styles from '../desk.module.css'
import { type DeskConversationDetail, useDeskClient, useMemberName, useRefreshDesk } from '../desk-data.ts'
import { useOutbox } from './OutboxProvider.tsx'
import { type ComposerDraft, emptyDraft } from './outbox.ts'
import { ReplyField } from './ReplyField.tsx'

const { composer } = strings

/** Where members write: replies to the person while they hold the conversation, and notes at any time. */
export function Composer({ detail }: { detail: DeskConversationDetail }) {
  const mayEdit = useCan('serve')
  const [kind, setKind] = useState<'reply' | 'note'>('reply')
  const { draft, change } = useDraft(detail.userId)
  if (!mayEdit)
    return (
      <div className={styles.composer}>
        <Text size="sm" className="quiet">
          {composer.readOnly}
        </Text>
      </div>
    )
  const kinds = (
    <SegmentedControl
      size="xs"
      aria-label={composer.kinds.label}
      data={(['reply', 'note'] as const).map((value) => ({ value, label: composer.kinds[value] }))}
      value={kind}
      onChange={(chosen) => setKind(chosen as 'reply' | 'note')}
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the fields in it
    <div className={styles.composer} data-composer data-kind={kind} onKeyDown={leaveOnEscape}>
      {kind === 'note' ? (
        <NoteForm detail={detail} draft={draft} change={change} kinds={kinds} />
      ) : (
        <Reply detail={detail} draft={draft} change={change} kinds={kinds} />
      )}
    </div>
  )
}

/** Escape leaves the field, so that single keys such as J and K work again. The draft stays. */
function leaveOnEscape(event: KeyboardEvent): void {
  const isDone = event.defaultPrevented || event.nativeEvent.isComposing
  if (event.key === 'Escape' && !isDone && event.target instanceof HTMLElement) event.target.blur()
}

/** The draft of a conversation, stored in the browser with each key. */
function useDraft(userId: string) {
  const { readDraft, writeDraft } = useOutbox()
  const [draft, setDraft] = useState(() => readDraft(userId))
  const latest = useRef(draft)
  const change = (changed: Partial<ComposerDraft>) => {
    latest.current = { ...latest.current, ...changed }
    setDraft(latest.current)
    writeDraft(userId, latest.current)
  }
  return { draft, change }
}

type FormProps = {
  detail: DeskConversationDetail
  draft: ComposerDraft
  change: (changed: Partial<ComposerDraft>) => void
  kinds: ReactNode
}

function Reply({ detail, draft, change, kinds }: FormProps) {
  const me = useOrg().userId
  const outbox = useOutbox()
  const tell = useTyping(detail.userId)
  const isMine = detail.state === 'human' && detail.assignee === me
  const send = () => {
    const text = draft.text.trim()
    if (text === '') return
    outbox.send(detail.userId, draft.mode === 'aml' ? { aml: text } : { text })
    change({ text: emptyDraft.text, mode: emptyDraft.mode })
  }
  const write = (changed: Partial<ComposerDraft>) => {
    change(changed)
    if (changed.text) tell()
  }
  // What was typed before another member took over stays visible.
  if (!isMine && draft.text === '') return <TakeBar detail={detail} kinds={kinds} />
  return (
    <>
      <div className={styles.fields}>
        <ReplyWarning detail={detail} />
        <ReplyField detail={detail} draft={draft} change={write} send={isMine ? send : () => undefined} />
      </div>
      <Group justify="space-between" gap="xs">
        {kinds}
        <Group gap="xs" wrap="nowrap">
          <Text size="xs" className="quiet" visibleFrom="sm" aria-hidden>
            {composer.sendHint}
          </Text>
          {isMine ? (
            <Button
              size="xs"
              leftSection={<IconSend size={14} aria-hidden />}
              onClick={send}
              disabled={draft.text.trim() === ''}
            >
              {composer.send}
            </Button>
          ) : (
            <TakeButton detail={detail} />
          )}
        </Group>
      </Group>
    </>
  )
}

function TakeBar({ detail, kinds }: Pick<FormProps, 'detail' | 'kinds'>) {
  const nameOf = useMemberName()
  const { state, assignee = '' } = detail
  const text = state === 'human' ? composer.takeText.human(nameOf(assignee)) : composer.takeText[state]
  return (
    <>
      <ReplyWarning detail={detail} />
      <Text size="sm">{text}</Text>
      <Group justify="space-between" gap="xs">
        {kinds}
        <TakeButton detail={detail} />
      </Group>
    </>
  )
}

function TakeButton({ detail }: { detail: DeskConversationDetail }) {
  const { take, isPending } = useTake(detail)
  return (
    <Button size="xs" leftSection={<IconHandStop size={14} aria-hidden />} onClick={take} loading={isPending}>
      {composer.take}
    </Button>
  )
}

const soonMs = 2 * 3_600_000

function ReplyWarning({ detail: { refusal, windowClosesAt } }: { detail: DeskConversationDetail }) {
  const now = useNow()
  const closesSoon = windowClosesAt !== undefined && Date.parse(windowClosesAt) - now < soonMs
  if (refusal === undefined && !closesSoon) return null
  const text = refusal
    ? composer.refusals[refusal]
    : composer.windowSoon(formatRelative(new Date(windowClosesAt ?? now), now))
  return (
    <Alert color={refusal ? 'red' : 'yellow'} p="xs" role="status" icon={<IconAlertTriangle size={16} aria-hidden />}>
      {text}
    </Alert>
  )
}

function NoteForm({ detail: { userId }, draft, change, kinds }: FormProps) {
  const desk = useDeskClient()
  const refresh = useRefreshDesk()
  const text = draft.note ?? ''
  const adding = useMutation({
    mutationFn: () => desk.note(userId, text.trim()),
    onSuccess: () => {
      change({ note: '' })
      void refresh(userId)
    },
    onError: notify.error,
  })
  const add = () => text.trim() !== '' && !adding.isPending && adding.mutate()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    add()
  }
  return (
    <>
      <Textarea
        label={composer.noteLabel}
        placeholder={composer.notePlaceholder}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={10_000}
        value={text}
        onChange={(event) => change({ note: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <Group justify="space-between" gap="xs">
        {kinds}
        <Button
          size="xs"
          color="yellow.9"
          leftSection={<IconNote size={14} aria-hidden />}
          onClick={add}
          loading={adding.isPending}
          disabled={text.trim() === ''}
        >
          {composer.addNote}
        </Button>
      </Group>
    </>
  )
}

const typingMs = 4_000

/** Tells the person and other members, now and then, that the member is typing. */
function useTyping(userId: string): () => void {
  const desk = useDeskClient()
  const toldAt = useRef(0)
  return () => {
    if (Date.now() - toldAt.current < typingMs) return
    toldAt.current = Date.now()
    for (const tell of [desk.seen(userId, 'typing'), desk.typing(userId)]) tell.catch(() => undefined)
  }
}
