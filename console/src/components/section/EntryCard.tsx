import { Badge, Collapse, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { strings } from '#i18n/agent.ts'
import { EntryActions } from './EntryActions.tsx'
import { useFindingCount } from './SectionFrame.tsx'

type Props = {
  /** Display name, with a placeholder for an unnamed entry. */
  name: string
  summary?: ReactNode
  badges?: ReactNode
  at: number
  items: ListItems<never>
  path: string
  open: boolean
  readOnly: boolean
  children: ReactNode
}

/** A collapsible list item. Read-only users see it expanded, because its toggle is disabled. */
export function EntryCard({ name, summary, badges, at, items, path, open, readOnly, children }: Props) {
  const [opened, setOpened] = useState(open)
  const findings = useFindingCount(path)
  const isExpanded = opened || readOnly
  const Chevron = isExpanded ? IconChevronDown : IconChevronRight
  return (
    <Paper withBorder p="sm" data-path={path}>
      <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
        <UnstyledButton
          flex={1}
          miw={0}
          aria-expanded={isExpanded}
          onClick={() => setOpened(!opened)}
          disabled={readOnly}
        >
          <Group gap="xs" wrap="nowrap" align="flex-start">
            {!readOnly && <Chevron size={18} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />}
            <Stack gap={0} miw={0}>
              <Group gap={6}>
                <Text fw={600}>{name}</Text>
                {badges}
                {findings > 0 && !isExpanded && (
                  <Badge variant="default" size="sm" tt="none">
                    {strings.counts.findings(findings)}
                  </Badge>
                )}
              </Group>
              {summary && !isExpanded && (
                <Text size="sm" className="quiet" lineClamp={1}>
                  {summary}
                </Text>
              )}
            </Stack>
          </Group>
        </UnstyledButton>
        {!readOnly && <EntryActions name={name} at={at} items={items} />}
      </Group>
      <Collapse expanded={isExpanded}>
        {isExpanded && (
          <Stack gap="sm" pt="sm">
            {children}
          </Stack>
        )}
      </Collapse>
    </Paper>
  )
}

/** List entries of a form, each with a stable key that moves with it. */
export function useListItems<Form, Item>(form: UseFormReturnType<Form>, path: string, count: number) {
  const keys = useRef<string[]>([])
  const fresh = useRef<string>(undefined)
  if (keys.current.length !== count) keys.current = Array.from({ length: count }, () => crypto.randomUUID())
  return {
    keys: keys.current,
    /** Just added: focus it for input. */
    isNew: (key: string) => key === fresh.current,
    add: (item: Item) => {
      fresh.current = crypto.randomUUID()
      keys.current = [...keys.current, fresh.current]
      form.insertListItem(path, item as never)
    },
    remove: (at: number) => {
      keys.current = keys.current.toSpliced(at, 1)
      form.removeListItem(path, at)
    },
    move: (from: number, to: number) => {
      const [key] = keys.current.slice(from, from + 1)
      if (key === undefined || to < 0 || to >= keys.current.length) return
      keys.current = keys.current.toSpliced(from, 1).toSpliced(to, 0, key)
      form.reorderListItem(path, { from, to })
    },
  }
}

export type ListItems<Item> = {
  keys: string[]
  isNew: (key: string) => boolean
  add: (item: Item) => void
  remove: (at: number) => void
  move: (from: number, to: number) => void
}
