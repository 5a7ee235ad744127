import { Card, Group, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { words } from '#words/tests.ts'
import { useAgent } from '../../../app/org.ts'
import { EditorFrame } from '../../../parts/editor/EditorFrame.tsx'
import { type Editor, useEditor } from '../../../parts/editor/useEditor.ts'
import { timeZones } from '../../../parts/time-zones.ts'
import { When } from '../../../parts/When.tsx'
import { channelChoices } from '../shared/channels.ts'
import type { Suite } from '../shared/reads.ts'
import { bodyOf, formOf, type SuiteForm, weekdays } from './suite-form.ts'

const { suite: said, schedule } = words
const zones = timeZones()

export function SuiteSettings({ suite }: { suite: Suite }) {
  const editor = useSuiteEditor(suite.id)
  const { form } = editor
  return (
    <EditorFrame editor={editor}>
      <Stack maw={640}>
        <Card withBorder>
          <Stack>
            <Title order={2} size="h5">
              {said.settings}
            </Title>
            <TextInput label={said.name} required {...form.getInputProps('name')} />
            <Textarea label={said.description} autosize minRows={2} {...form.getInputProps('description')} />
            <Select
              label={said.channel}
              description={said.channelHint}
              placeholder={said.channelNone}
              data={channelChoices}
              clearable
              {...form.getInputProps('channel')}
            />
          </Stack>
        </Card>
        <ScheduleCard editor={editor} nextRunAt={suite.nextRunAt} />
      </Stack>
    </EditorFrame>
  )
}

function useSuiteEditor(suiteId: string): Editor<SuiteForm> {
  const agent = useAgent()
  const queries = useQueryClient()
  const path = { suiteId }
  return useEditor<SuiteForm>({
    key: agent.key('tests', 'suites', suiteId),
    read: (signal) => agent.api.raw('GET', '/tests/suites/{suiteId}', { path, signal }),
    write: (form, headers) => agent.api.raw('PATCH', '/tests/suites/{suiteId}', { path, body: bodyOf(form), headers }),
    shown: formOf,
    after: () => void queries.invalidateQueries({ queryKey: agent.key('tests', 'suites', 'all') }),
  })
}

function ScheduleCard({ editor: { form }, nextRunAt }: { editor: Editor<SuiteForm>; nextRunAt: string | undefined }) {
  const { every } = form.getValues().schedule ?? {}
  return (
    <Card withBorder>
      <Stack>
        <Title order={2} size="h5">
          {schedule.title}
        </Title>
        <Text size="sm" className="quiet">
          {schedule.hint}
        </Text>
        <Group grow align="flex-start">
          <Select
            label={schedule.every}
            data={(['never', 'daily', 'weekly'] as const).map((value) => ({ value, label: schedule[value] }))}
            allowDeselect={false}
            {...form.getInputProps('schedule.every')}
          />
          {every === 'weekly' && (
            <Select
              label={schedule.weekday}
              data={weekdays.map((value) => ({ value, label: schedule.days[value] ?? value }))}
              allowDeselect={false}
              {...form.getInputProps('schedule.weekday')}
            />
          )}
        </Group>
        {every !== 'never' && (
          <Group grow align="flex-start">
            <TextInput type="time" label={schedule.at} {...form.getInputProps('schedule.at')} />
            <Select
              label={schedule.timezone}
              data={zones}
              searchable
              limit={80}
              allowDeselect={false}
              {...form.getInputProps('schedule.timezone')}
            />
          </Group>
        )}
        {nextRunAt && (
          <Text size="sm">
            {schedule.next}: <When at={nextRunAt} />
          </Text>
        )}
      </Stack>
    </Card>
  )
}
