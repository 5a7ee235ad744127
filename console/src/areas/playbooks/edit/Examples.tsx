import { ActionIcon, Button, Group, Paper, SegmentedControl, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconMessages, IconPlus, IconTrash } from '@tabler/icons-react'
import { words } from '#words/playbooks.ts'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Findings } from '../../../parts/Findings.tsx'
import type { Line } from './draft.ts'
import type { OpenPlaybook } from './usePlaybook.ts'

const { examples: said } = words
const most = 50

/** Dialogues, each a list of lines that can be moved. */
export function Examples({ open }: { open: OpenPlaybook }) {
  const { form, readOnly } = open.editor
  const { examples } = form.values
  const add = () =>
    form.setFieldValue('examples', [
      ...examples,
      [
        { role: 'user', content: '' },
        { role: 'agent', content: '' },
      ],
    ])
  const adding = !readOnly && (
    <Button
      variant={examples.length > 0 ? 'default' : undefined}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={add}
      disabled={examples.length >= most}
    >
      {said.add}
    </Button>
  )
  if (examples.length === 0) {
    return <EmptyState icon={IconMessages} title={said.emptyTitle} text={said.emptyText} action={adding} />
  }
  return (
    <Stack maw={860}>
      <Text className="quiet">{said.lead}</Text>
      {examples.map((lines, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: examples have nothing else to be told apart by
        <Example key={at} open={open} lines={lines} at={at} />
      ))}
      <Group>
        {adding}
        {examples.length >= most && <Text size="sm">{said.tooMany}</Text>}
      </Group>
    </Stack>
  )
}

function Example({ open, lines, at }: { open: OpenPlaybook; lines: readonly Line[]; at: number }) {
  const { form, readOnly } = open.editor
  const change = (next: Line[]) => form.setFieldValue(`examples.${at}`, next)
  const last = lines.at(-1)
  return (
    <Paper withBorder p="sm" component="section" aria-label={said.title(at + 1)}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h6">
            {said.title(at + 1)}
          </Title>
          {!readOnly && (
            <ActionIcon
              variant="subtle"
              aria-label={said.remove(at + 1)}
              onClick={() => form.setFieldValue('examples', form.values.examples.toSpliced(at, 1))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else to be told apart by
          <LineFields key={place} open={open} line={line} lines={lines} at={[at, place]} change={change} />
        ))}
        <Findings findings={open.findings} path={`${open.at}.examples[${at}]`} />
        {!readOnly && (
          <Button
            size="xs"
            variant="subtle"
            w="fit-content"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => change([...lines, { role: last?.role === 'user' ? 'agent' : 'user', content: '' }])}
          >
            {said.addLine}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

type LineGiven = {
  open: OpenPlaybook
  line: Line
  lines: readonly Line[]
  at: [example: number, line: number]
  change: (lines: Line[]) => void
}

function LineFields({ open, line, lines, at: [example, place], change }: LineGiven) {
  const { form, readOnly } = open.editor
  const swap = (other: number) => change(lines.with(place, lines[other] as Line).with(other, line))
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap" pl={{ base: 0, sm: line.role === 'agent' ? 'xl' : 0 }}>
      <SegmentedControl
        size="xs"
        orientation="vertical"
        aria-label={said.role(place + 1)}
        data={[
          { value: 'user', label: said.user },
          { value: 'agent', label: said.agent },
        ]}
        value={line.role}
        disabled={readOnly}
        onChange={(role) => change(lines.with(place, { ...line, role: role as Line['role'] }))}
      />
      <Textarea
        style={{ flex: 1 }}
        aria-label={said.line(place + 1)}
        autosize
        minRows={2}
        maxRows={10}
        {...form.getInputProps(`examples.${example}.${place}.content`)}
      />
      {!readOnly && (
        <Group gap={0} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            aria-label={said.up(place + 1)}
            disabled={place === 0}
            onClick={() => swap(place - 1)}
          >
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={said.down(place + 1)}
            disabled={place === lines.length - 1}
            onClick={() => swap(place + 1)}
          >
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={said.removeLine(place + 1)}
            disabled={lines.length === 1}
            onClick={() => change(lines.toSpliced(place, 1))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      )}
    </Group>
  )
}
