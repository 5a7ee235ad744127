import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { strings } from '#i18n/app.ts'
import { describeError } from './PageStates.tsx'

/** Toast notifications for success and failure. */
export const notify = {
  success(message: string): void {
    notifications.show({ message, color: 'green', autoClose: 3_000 })
  },
  notice(message: string): void {
    notifications.show({ message, color: 'yellow', autoClose: 4_000 })
  },
  error(error: unknown): void {
    const { title, text } = describeError(error)
    notifications.show({ title, message: text, color: 'red', autoClose: 8_000 })
  },
}

const undoMs = 10_000

type UndoableDeletion = {
  name: string
  /** Hides the item from the list; `restore` shows it again. */
  hide: () => void
  restore: () => void
  remove: () => Promise<unknown>
}

/**
 * Deletes after ten seconds unless undone, or at once when the user leaves the page. Restores the item if the server
 * refuses.
 */
export function deleteWithUndo({ name, hide, restore, remove }: UndoableDeletion): void {
  let over = false
  const act = () => {
    if (over) return
    over = true
    window.removeEventListener('pagehide', act)
    remove().catch((error) => {
      restore()
      notifications.show({
        title: strings.deleted.failed(name),
        message: describeError(error).text,
        color: 'red',
        autoClose: false,
      })
    })
  }
  const undo = (id: string) => {
    over = true
    window.removeEventListener('pagehide', act)
    notifications.hide(id)
    restore()
  }
  hide()
  window.addEventListener('pagehide', act)
  const id = crypto.randomUUID()
  notifications.show({
    id,
    message: <UndoNotification name={name} undo={() => undo(id)} />,
    autoClose: undoMs,
    onClose: act,
  })
}

function UndoNotification({ name, undo }: { name: string; undo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{strings.deleted.done(name)}</Text>
      <Button size="compact-sm" variant="default" onClick={undo}>
        {strings.deleted.undo}
      </Button>
    </Group>
  )
}
