import { ActionIcon, Button, Group, Paper, SegmentedControl, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconMessages, IconPlus, IconTrash } from '@tabler/icons-react'
import { strings } from '#i18n/playbooks.ts'
import { Findings } from '../../../components/Findings.tsx'
import { EmptyState } from '../../../components/PageStates.tsx'

import type { ExampleLine, OpenPlaybook } from './usePlaybook.ts'

const { examples: texts } = strings
const most = 50

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
      {texts.add}
    </Button>
  )
  if (examples.length === 0) {
    return <EmptyState icon={IconMessages} title={texts.emptyTitle} text={texts.emptyText} action={adding} />
  }
  return (
    <Stack maw={860}>
      <Text className="quiet">{texts.lead}</Text>
      {examples.map((lines, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: only their position identifies examples
        <Example key={at} open={open} lines={lines} at={at} />
      ))}
      <Group>
        {adding}
        {examples.length >= most && <Text size="sm">{texts.tooMany}</Text>}
      </Group>
    </Stack>
  )
}

function Example({ open, lines, at }: { open: OpenPlaybook; lines: readonly ExampleLine[]; at: number }) {
  const { form, readOnly } = open.editor
  const change = (next: ExampleLine[]) => form.setFieldValue(`examples.${at}`, next)
  const last = lines.at(-1)
  return (
    <Paper withBorder p="sm" component="section" aria-label={texts.title(at + 1)}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h6">
            {texts.title(at + 1)}
          </Title>
          {!readOnly && (
            <ActionIcon
              variant="subtle"
              aria-label={texts.remove(at + 1)}
              onClick={() => form.setFieldValue('examples', form.values.examples.toSpliced(at, 1))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: only their position identifies lines
          <LineFields key={index} open={open} line={line} lines={lines} at={[at, index]} change={change} />
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
            {texts.addLine}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

type LineFieldsProps = {
  open: OpenPlaybook
  line: ExampleLine
  lines: readonly ExampleLine[]
  at: [example: number, line: number]
  change: (lines: ExampleLine[]) => void
}

function LineFields({ open, line, lines, at: [example, place], change }: LineFieldsProps) {
  const { form, readOnly } = open.editor
  const swap = (other: number) => change(lines.with(place, lines[other] as ExampleLine).with(other, line))
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap" pl={{ base: 0, sm: line.role === 'agent' ? 'xl' : 0 }}>
      <SegmentedControl
        size="xs"
        orientation="vertical"
        aria-label={texts.role(place + 1)}
        data={[
          { value: 'user', label: texts.user },
          { value: 'agent', label: texts.agent },
        ]}
        value={line.role}
        disabled={readOnly}
        onChange={(role) => change(lines.with(place, { ...line, role: role as ExampleLine['role'] }))}
      />
      <Textarea
        style={{ flex: 1 }}
        aria-label={texts.line(place + 1)}
        autosize
        minRows={2}
        maxRows={10}
        {...form.getInputProps(`examples.${example}.${place}.content`)}
      />
      {!readOnly && (
        <Group gap={0} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            aria-label={texts.up(place + 1)}
            disabled={place === 0}
            onClick={() => swap(place - 1)}
          >
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={texts.down(place + 1)}
            disabled={place === lines.length - 1}
            onClick={() => swap(place + 1)}
          >
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={texts.removeLine(place + 1)}
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
