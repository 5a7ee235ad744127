import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { words } from '#words/app.ts'
import { toldOf } from './Trouble.tsx'

/** A word at the edge of the page, for what is done and for what is not. */
export const tell = {
  done(message: string): void {
    notifications.show({ message, color: 'green', autoClose: 3_000 })
  },
  failed(error: unknown): void {
    const { title, text } = toldOf(error)
    notifications.show({ title, message: text, color: 'red', autoClose: 8_000 })
  },
}

const undoMs = 10_000

type Deletion = {
  name: string
  /** Takes it out of what is shown, and puts it back. */
  hide: () => void
  bringBack: () => void
  remove: () => Promise<unknown>
}

/** Deletes in ten seconds, unless it is undone; at once when the page is left. What the server refuses comes back. */
export function deleteWithUndo({ name, hide, bringBack, remove }: Deletion): void {
  let over = false
  const act = () => {
    if (over) return
    over = true
    window.removeEventListener('pagehide', act)
    remove().catch((error) => {
      bringBack()
      notifications.show({
        title: words.deleted.failed(name),
        message: toldOf(error).text,
        color: 'red',
        autoClose: false,
      })
    })
  }
  const undo = (id: string) => {
    over = true
    window.removeEventListener('pagehide', act)
    notifications.hide(id)
    bringBack()
  }
  hide()
  window.addEventListener('pagehide', act)
  const id = crypto.randomUUID()
  notifications.show({ id, message: <Undo name={name} undo={() => undo(id)} />, autoClose: undoMs, onClose: act })
}

function Undo({ name, undo }: { name: string; undo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{words.deleted.done(name)}</Text>
      <Button size="compact-sm" variant="default" onClick={undo}>
        {words.deleted.undo}
      </Button>
    </Group>
  )
}
