import { ActionIcon, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { strings } from '#i18n/agent.ts'
import type { ListItems } from './EntryCard.tsx'

const { entry } = strings

/** Move up, move down and delete buttons for a list item. */
export function EntryActions({ name, at, items }: { name: string; at: number; items: ListItems<never> }) {
  const last = items.keys.length - 1
  return (
    <Group gap={2} wrap="nowrap">
      {last > 0 && (
        <>
          <MoveButton
            label={entry.up(name)}
            icon={IconArrowUp}
            to={at - 1}
            last={last}
            move={(to) => items.move(at, to)}
          />
          <MoveButton
            label={entry.down(name)}
            icon={IconArrowDown}
            to={at + 1}
            last={last}
            move={(to) => items.move(at, to)}
          />
        </>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={entry.remove(name)} onClick={() => items.remove(at)}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

type Props = {
  label: string
  icon: typeof IconArrowUp
  to: number
  last: number
  move: (to: number) => void
}

function MoveButton({ label, icon: Icon, to, last, move }: Props) {
  const disabled = to < 0 || to > last
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      disabled={disabled}
      onClick={() => move(to)}
      style={disabled ? { background: 'transparent' } : undefined}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}
