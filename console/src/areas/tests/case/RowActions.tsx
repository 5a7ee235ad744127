import { ActionIcon, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { words } from '#words/tests.ts'
import { listAt, moved, type Path } from './draft.ts'
import { useEditing } from './editing.ts'

const still = (disabled: boolean) => (disabled ? { background: 'transparent' } : undefined)

type Given = { list: Path; place: number; name: string; moves?: boolean }

/** To move an entry of a list, and to take it out. */
export function RowActions({ list, place, name, moves = true }: Given) {
  const { draft, set, readOnly } = useEditing()
  if (readOnly) return null
  const items = listAt(draft, list)
  const move = (by: -1 | 1) => set(list, moved(items, place, by))
  return (
    <Group gap={2} wrap="nowrap">
      {moves && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={place === 0}
            style={still(place === 0)}
            aria-label={words.up(name)}
            onClick={() => move(-1)}
          >
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={place === items.length - 1}
            style={still(place === items.length - 1)}
            aria-label={words.down(name)}
            onClick={() => move(1)}
          >
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={words.remove(name)}
        onClick={() => {
          const left = items.filter((_, other) => other !== place)
          set(list, left.length > 0 ? left : undefined)
        }}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
