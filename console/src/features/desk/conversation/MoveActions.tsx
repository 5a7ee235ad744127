import { ActionIcon, Button, Group, Menu, Select, Stack, Text, Textarea } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconDots, IconHandStop, IconMoonStars, IconUserShare } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { strings } from '#i18n/desk.ts'
import { useCan, useOrg } from '../../../app/current-org.ts'
import { isTextInput } from '../../../app/shell/Shortcuts.tsx'
import { askConfirmation } from '../../../components/confirm.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { focusComposer } from '../composer/focus-composer.ts'
import { type DeskConversationDetail, useDeskMembers, useDeskMove, useMemberName } from '../desk-data.ts'

const { moves } = strings
type Props = { detail: DeskConversationDetail }

/** Take, return, close, assign and snooze, by button and by key. */
export function MoveActions({ detail }: Props) {
  const mayEdit = useCan('serve')
  return mayEdit ? <Moves detail={detail} /> : null
}

/** Takes the conversation; from another member only after a confirmation. */
export function useTake(detail: DeskConversationDetail): { take: () => Promise<void>; isPending: boolean } {
  const me = useOrg().userId
  const nameOf = useMemberName()
  const move = useDeskMove(detail.userId)
  const { userId, state, assignee } = detail
  const take = async () => {
    const isForced = state === 'human' && assignee !== undefined && assignee !== me
    if (isForced) {
      const title = moves.takeOverTitle(nameOf(assignee))
      if (!(await askConfirmation({ title, text: moves.takeOverText, ok: moves.takeOver }))) return
    }
    await move.mutateAsync((desk) => desk.take(userId, isForced ? { force: true } : {})).catch(() => undefined)
    focusComposer()
  }
  return { take, isPending: move.isPending }
}

function Moves({ detail }: Props) {
  const { userId, state, assignee } = detail
  const me = useOrg().userId
  const nameOf = useMemberName()
  const { take, isPending: isTaking } = useTake(detail)
  const move = useDeskMove(userId)
  const [dialog, setDialog] = useState<'assign' | 'return'>()
  const isMine = state === 'human' && assignee === me
  const close = async () => {
    if (state === 'human' && !isMine) {
      const title = moves.closeTitle(nameOf(assignee ?? ''))
      if (!(await askConfirmation({ title, text: moves.closeText, ok: moves.close }))) return
    }
    move.mutate((desk) => desk.close(userId), { onSuccess: () => notify.success(moves.closed) })
  }
  const reply = () => (isMine ? focusComposer() : void take())
  useMoveKeys({ r: reply, e: () => state !== 'closed' && void close(), a: () => setDialog('assign') })
  return (
    <Group gap={6} wrap="nowrap">
      {!isMine && (
        <Button
          size="compact-sm"
          leftSection={<IconHandStop size={14} aria-hidden />}
          onClick={take}
          loading={isTaking}
        >
          {state === 'human' ? moves.takeOver : moves.take}
        </Button>
      )}
      {isMine && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          onClick={() => setDialog('return')}
        >
          {moves.return}
        </Button>
      )}
      {state !== 'closed' && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCheck size={14} aria-hidden />}
          onClick={close}
          loading={move.isPending}
        >
          {moves.close}
        </Button>
      )}
      <MoreMoves detail={detail} isMine={isMine} onDialog={setDialog} />
      {dialog === 'assign' && <AssignDialog detail={detail} close={() => setDialog(undefined)} />}
      {dialog === 'return' && <ReturnDialog detail={detail} close={() => setDialog(undefined)} />}
    </Group>
  )
}

type MoreMovesProps = Props & { isMine: boolean; onDialog: (dialog: 'assign' | 'return') => void }

function MoreMoves({ detail: { userId, state }, isMine, onDialog }: MoreMovesProps) {
  const move = useDeskMove(userId)
  const snooze = (until: Date) => move.mutate((desk) => desk.snooze(userId, until))
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={26} aria-label={strings.conversation.more}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUserShare size={16} aria-hidden />} onClick={() => onDialog('assign')}>
          {moves.assign}
        </Menu.Item>
        {!isMine && (state === 'waiting' || state === 'human') && (
          <Menu.Item leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={() => onDialog('return')}>
            {moves.return}
          </Menu.Item>
        )}
        <Menu.Label>{moves.snooze}</Menu.Label>
        {(Object.keys(moves.snoozeFor) as SnoozeChoice[]).map((choice) => (
          <Menu.Item
            key={choice}
            leftSection={<IconMoonStars size={16} aria-hidden />}
            onClick={() => snooze(snoozeUntil(choice, new Date()))}
          >
            {moves.snoozeFor[choice]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type SnoozeChoice = keyof typeof moves.snoozeFor
const hourMs = 3_600_000

function snoozeUntil(choice: SnoozeChoice, now: Date): Date {
  const hours = { hour: 1, hours: 4, tomorrow: 24, week: 24 * 7 }[choice]
  const until = new Date(now.getTime() + hours * hourMs)
  if (choice === 'tomorrow') until.setHours(9, 0, 0, 0)
  return until
}

function AssignDialog({ detail: { userId, assignee }, close }: Props & { close: () => void }) {
  const members = useDeskMembers()
  const [memberId, setMemberId] = useState<string | null>(null)
  const move = useDeskMove(userId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (memberId) move.mutate((desk) => desk.assign(userId, memberId), { onSuccess: close })
  }
  const choices = members?.filter((member) => member.userId !== assignee)
  return (
    <Dialog onClose={close} dirty={false} title={moves.assignTitle}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{moves.assignText}</Text>
          <Select
            label={moves.assignTo}
            data={choices?.map(({ userId: value, name: label }) => ({ value, label })) ?? []}
            value={memberId}
            onChange={setMemberId}
            searchable
            required
            data-autofocus
          />
          <DialogButtons close={close} action={moves.assign} loading={move.isPending} disabled={!memberId} />
        </Stack>
      </form>
    </Dialog>
  )
}

function ReturnDialog({ detail: { userId }, close }: Props & { close: () => void }) {
  const [note, setNote] = useState('')
  const move = useDeskMove(userId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    move.mutate((desk) => desk.return(userId, note.trim() || undefined), { onSuccess: close })
  }
  return (
    <Dialog onClose={close} title={moves.returnTitle}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{moves.returnText}</Text>
          <Textarea
            label={moves.returnNote}
            description={moves.returnNoteHint}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={4000}
            data-autofocus
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <DialogButtons close={close} action={moves.returnAction} loading={move.isPending} />
        </Stack>
      </form>
    </Dialog>
  )
}

type DialogButtonsProps = { close: () => void; action: string; loading: boolean; disabled?: boolean }

export function DialogButtons({ close, action, loading, disabled = false }: DialogButtonsProps) {
  return (
    <FormActions>
      <Button variant="default" onClick={close}>
        {moves.cancel}
      </Button>
      <Button type="submit" loading={loading} disabled={disabled}>
        {action}
      </Button>
    </FormActions>
  )
}

/** Single keys, except while the user types or a dialog is open. */
function useMoveKeys(keys: Record<string, () => unknown>): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isBusy = event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)
      const act = latest.current[event.key]
      if (isBusy || !act || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
