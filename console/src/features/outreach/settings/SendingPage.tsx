import { Fieldset, Grid, NumberInput, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/outreach.ts'
import { useAgent } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { EditorFrame } from '../../../components/editor/EditorFrame.tsx'
import { type Editor, useEditor } from '../../../components/editor/useEditor.ts'
import { HoursClock } from '../../../components/HoursClock.tsx'
import { OutreachFrame } from '../shared/OutreachFrame.tsx'
import { type DailyHours, formatDailyHours, HoursFields } from '../shared/TimeFields.tsx'

const { settings } = strings
const defaultCap = 48

type Form = { minTouchIntervalHours: number | string; safeHours: DailyHours | null }

const toSendingForm = ({
  minTouchIntervalHours = defaultCap,
  safeHours = undefined,
}: Schema<'SendingSettings'>): Form => ({
  minTouchIntervalHours,
  safeHours: safeHours ?? null,
})

/** An empty cap restores the default. */
const toSendingBody = ({ minTouchIntervalHours: hours, safeHours }: Form) => ({
  ...(hours !== '' && { minTouchIntervalHours: Number(hours) }),
  ...(safeHours && { safeHours }),
})

export function SendingPage() {
  const agent = useAgent()
  const editor = useEditor<Form>({
    key: agent.key('sending-settings'),
    read: (signal) => agent.api.raw('GET', '/settings/sending', { signal }),
    write: (form, headers) => agent.api.raw('PUT', '/settings/sending', { body: toSendingBody(form), headers }),
    toForm: (answer: Schema<'SendingSettings'>) => toSendingForm(answer),
  })
  return (
    <OutreachFrame>
      <EditorFrame editor={editor}>
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <SafeHours editor={editor} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack>
              <FrequencyCapFields editor={editor} />
              <Fieldset legend={settings.channel}>
                <Text size="sm">{settings.channelText}</Text>
              </Fieldset>
            </Stack>
          </Grid.Col>
        </Grid>
      </EditorFrame>
      <BlockedSends />
    </OutreachFrame>
  )
}

function SafeHours({ editor: { form, readOnly } }: { editor: Editor<Form> }) {
  const { safeHours } = form.getValues()
  return (
    <Fieldset legend={settings.safeHours}>
      <Stack>
        <Text size="sm">{settings.safeHoursText}</Text>
        <HoursFields
          label={settings.limit}
          value={safeHours}
          onChange={(hours) => form.setFieldValue('safeHours', hours)}
          errorOf={(field) => form.errors[`safeHours.${field}`]}
          readOnly={readOnly}
        />
        {!safeHours && <HoursClock hours={undefined} label={formatDailyHours(undefined)} />}
      </Stack>
    </Fieldset>
  )
}

function FrequencyCapFields({ editor: { form } }: { editor: Editor<Form> }) {
  return (
    <Fieldset legend={settings.cap}>
      <Stack>
        <Text size="sm">{settings.capText}</Text>
        <NumberInput
          label={settings.capHours}
          description={settings.capHint}
          maw={260}
          {...form.getInputProps('minTouchIntervalHours')}
        />
      </Stack>
    </Fieldset>
  )
}

const { table: limitsLabel, what, columns: origins, rows: limits } = settings.limits
const limitColumns: DataColumn<string[]>[] = [what, ...origins].map((label, at) => ({
  id: label,
  label,
  rowHeader: at === 0,
  cell: (cells) => cells[at],
}))

function BlockedSends() {
  return (
    <Fieldset legend={settings.limitsTitle}>
      <DataTable
        label={limitsLabel}
        columns={limitColumns}
        rows={limits}
        rowId={([name = '']) => name}
        minWidth={620}
      />
    </Fieldset>
  )
}
