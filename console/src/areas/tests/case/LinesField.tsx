import { Button, Group, Select, Stack, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { words } from '#words/tests.ts'
import { listAt, type Path, textAt } from './draft.ts'
import { useEditing } from './editing.ts'
import { choices, Told } from './Fields.tsx'
import { RowActions } from './RowActions.tsx'

const { scenario: said } = words

/** What was said before, oldest first. */
export function LinesField({ path }: { path: Path }) {
  const { draft, set, readOnly } = useEditing()
  const lines = listAt(draft, path)
  const add = () => set(path, [...lines, { role: lines.length % 2 === 0 ? 'user' : 'assistant', content: '' }])
  return (
    <Told path={path}>
      <Stack gap="xs">
        {lines.map((_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are known by their place
          <Line key={place} list={path} place={place} />
        ))}
        {!readOnly && lines.length < 40 && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={add}
            style={{ alignSelf: 'flex-start' }}
          >
            {said.addLine}
          </Button>
        )}
      </Stack>
    </Told>
  )
}

function Line({ list, place }: { list: Path; place: number }) {
  const { draft, set } = useEditing()
  const path = [...list, place]
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Select
        aria-label={said.lineBy(place + 1)}
        w={110}
        data={choices(['user', 'assistant'], said.roles)}
        value={textAt(draft, [...path, 'role']) || 'user'}
        allowDeselect={false}
        onChange={(role) => set([...path, 'role'], role)}
      />
      <Textarea
        aria-label={said.line(place + 1)}
        flex={1}
        autosize
        minRows={1}
        value={textAt(draft, [...path, 'content'])}
        onChange={({ currentTarget }) => set([...path, 'content'], currentTarget.value)}
      />
      <RowActions list={list} place={place} name={said.line(place + 1)} moves={false} />
    </Group>
  )
}
