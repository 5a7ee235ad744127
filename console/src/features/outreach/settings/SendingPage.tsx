import { Fieldset, Grid, NumberInput, Stack, Table, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/outreach.ts'
import { useAgent } from '../../../app/current-org.ts'
import { EditorFrame } from '../../../components/editor/EditorFrame.tsx'
import { type Editor, useEditor } from '../../../components/editor/useEditor.ts'
import { HoursClock } from '../../../components/HoursClock.tsx'
import { OutreachFrame } from '../shared/OutreachFrame.tsx'
import { type DailyHours, formatHours, HoursFields } from '../shared/TimeFields.tsx'

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
        {!safeHours && <HoursClock hours={undefined} label={formatHours(undefined)} />}
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

function BlockedSends() {
  const { table, what, columns, rows } = settings.limits
  return (
    <Fieldset legend={settings.limitsTitle}>
      <Table.ScrollContainer type="native" minWidth={620} tabIndex={0} role="region" aria-label={table}>
        <Table aria-label={table} fz="sm">
          <Table.Thead>
            <Table.Tr>
              {[what, ...columns].map((column) => (
                <Table.Th key={column}>{column}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([name, ...cells]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={500}>
                  {name}
                </Table.Th>
                {cells.map((cell, at) => (
                  <Table.Td key={columns[at]}>{cell}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Fieldset>
  )
}
