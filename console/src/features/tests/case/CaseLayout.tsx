import { ActionIcon, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { strings } from '#i18n/tests.ts'
import { type DraftPath, moveListItem, readDraftList } from './case-draft.ts'
import { useCaseEditing } from './useCaseEditor.ts'

const still = (disabled: boolean) => (disabled ? { background: 'transparent' } : undefined)

type Props = { list: DraftPath; place: number; name: string; moves?: boolean }

export function RowActions({ list, place, name, moves = true }: Props) {
  const { draft, set, readOnly } = useCaseEditing()
  if (readOnly) return null
  const items = readDraftList(draft, list)
  const move = (by: -1 | 1) => set(list, moveListItem(items, place, by))
  return (
    <Group gap={2} wrap="nowrap">
      {moves && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={place === 0}
            style={still(place === 0)}
            aria-label={strings.up(name)}
            onClick={() => move(-1)}
          >
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={place === items.length - 1}
            style={still(place === items.length - 1)}
            aria-label={strings.down(name)}
            onClick={() => move(1)}
          >
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={strings.remove(name)}
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

export function CaseSection({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <Card withBorder component="section" aria-label={title} style={{ overflow: 'visible' }}>
      <Stack>
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          {hint && (
            <Text size="sm" className="quiet">
              {hint}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Card>
  )
}
