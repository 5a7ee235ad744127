import {
  Fieldset,
  NumberInput,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { language } from '#i18n/language.ts'
import { strings as schedulingTexts } from '#i18n/scheduling.ts'
import { strings } from '#i18n/setup.ts'
import { useAgent } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { SectionFrame } from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { listTimeZones } from '../../../components/times.ts'
import { OpenTimes } from './OpenTimes.tsx'
import { Representatives } from './Representatives.tsx'
import {
  findErrorBelow,
  type SchedulingEditor,
  schedulingField,
  toSchedulingBody,
  toSchedulingForm,
} from './scheduling-form.ts'
import { WeekHours } from './WeekHours.tsx'

const { scheduling: mailsTexts } = schedulingTexts

const mailColumns: DataColumn<Schema<'AppointmentMail'>>[] = [
  {
    id: 'subject',
    label: mailsTexts.subject,
    cell: ({ subject, recipient, lastError }) => (
      <>
        <Text size="sm">{subject}</Text>
        <Text size="xs" className="quiet">
          {recipient}
        </Text>
        {lastError && <Text size="xs">{lastError}</Text>}
      </>
    ),
  },
  {
    id: 'state',
    label: mailsTexts.state,
    cell: ({ status }) => <StatusBadge status={status} label={mailsTexts.states[status]} />,
  },
  { id: 'at', label: mailsTexts.at, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
]

function Mails() {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('mails'),
    queryFn: ({ signal }) => agent.api.get('/scheduling/mails', { query: { limit: 10 }, signal }),
  })
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={3} size="h5">
          {mailsTexts.mails}
        </Title>
        <DataTable
          label={mailsTexts.mails}
          columns={mailColumns}
          rows={data?.data}
          rowId={({ id }) => id}
          empty={
            <Text size="sm" className="quiet">
              {mailsTexts.noMails}
            </Text>
          }
        />
      </Stack>
    </Paper>
  )
}

const { scheduling: texts } = schedulingTexts
const noSections = () => ({})

/** When appointments are available, with whom, and who is notified. */
export function SchedulingPart() {
  const part = useAgentSection({
    path: '/scheduling',
    toForm: toSchedulingForm,
    toBody: toSchedulingBody,
    sections: noSections,
    toFormField: schedulingField,
  })
  const { editor } = part
  const below = (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <OpenTimes saved={editor.saved} />
      <Mails />
    </SimpleGrid>
  )
  return (
    <SectionFrame part={part} section="scheduling" title={strings.tabs.scheduling} lead={texts.lead} below={below}>
      {editor.ready && (
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          <Stack>
            <Times editor={editor} />
            <Blackouts editor={editor} />
          </Stack>
          <Stack>
            <Booking editor={editor} />
            <Reminders editor={editor} />
            <Representatives editor={editor} />
          </Stack>
        </SimpleGrid>
      )}
    </SectionFrame>
  )
}

function Times({ editor: { form, readOnly } }: { editor: SchedulingEditor }) {
  const zones = useMemo(listTimeZones, [])
  return (
    <Fieldset legend={texts.times}>
      <Stack>
        <Select
          label={texts.timezone}
          description={texts.timezoneHelp}
          data={zones}
          searchable
          clearable
          {...form.getInputProps('timezone')}
          value={form.values.timezone || null}
          onChange={(zone) => form.setFieldValue('timezone', zone ?? '')}
        />
        <WeekHours
          label={texts.hours}
          description={texts.hoursHelp}
          windows={form.values.availableHours}
          onChange={(windows) => form.setFieldValue('availableHours', windows)}
          errorAt={(at) => findErrorBelow(form.errors, `availableHours.${at}`)}
          readOnly={readOnly}
        />
      </Stack>
    </Fieldset>
  )
}

function Booking({ editor: { form } }: { editor: SchedulingEditor }) {
  return (
    <Fieldset legend={texts.booking}>
      <Stack>
        <NumberInput
          label={texts.duration}
          suffix={texts.minutes}
          min={1}
          max={1440}
          {...form.getInputProps('defaultDurationMinutes')}
        />
        <Switch
          label={texts.sameDay}
          description={texts.sameDayHelp}
          {...form.getInputProps('disallowSameDayBooking', { type: 'checkbox' })}
        />
        <TagsInput
          label={texts.recipients}
          description={texts.recipientsHelp}
          {...form.getInputProps('notificationRecipients')}
          error={findErrorBelow(form.errors, 'notificationRecipients')}
        />
        <TextInput
          label={texts.identity}
          description={texts.identityHelp}
          {...form.getInputProps('defaultRepresentativeIdentity')}
        />
      </Stack>
    </Fieldset>
  )
}

function Reminders({ editor: { form } }: { editor: SchedulingEditor }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('playbooks', 'list'),
    queryFn: async ({ signal }) => (await agent.api.get('/playbooks', { signal })).data,
  })
  return (
    <Fieldset legend={texts.reminders}>
      <Stack>
        <Switch label={texts.remind} {...form.getInputProps('reminders.enabled', { type: 'checkbox' })} />
        {form.values.reminders.enabled && (
          <>
            <NumberInput
              label={texts.lead2}
              suffix={texts.minutes}
              min={1}
              max={10_080}
              {...form.getInputProps('reminders.leadMinutes')}
            />
            <Select
              label={texts.playbook}
              description={texts.playbookHelp}
              clearable
              data={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              {...form.getInputProps('reminders.playbookId')}
              value={form.values.reminders.playbookId || null}
              onChange={(id) => form.setFieldValue('reminders.playbookId', id ?? '')}
            />
            <Switch label={texts.card} {...form.getInputProps('reminders.includeContactCard', { type: 'checkbox' })} />
            <Switch label={texts.anyHour} {...form.getInputProps('reminders.ignoreSafeHours', { type: 'checkbox' })} />
          </>
        )}
      </Stack>
    </Fieldset>
  )
}

function Blackouts({ editor: { form, readOnly } }: { editor: SchedulingEditor }) {
  return (
    <Fieldset legend={texts.blackouts}>
      <Stack>
        <DatePicker
          locale={language}
          type="multiple"
          aria-label={texts.blackouts}
          hideOutsideDates
          weekendDays={[]}
          ariaLabels={texts.calendarLabels}
          value={form.values.blackoutDates}
          onChange={(dates) => !readOnly && form.setFieldValue('blackoutDates', [...dates].sort())}
          {...(readOnly && { getDayProps: () => ({ disabled: true }) })}
        />
        <TagsInput
          label={texts.blackoutList}
          description={texts.blackoutHelp}
          value={form.values.blackoutDates}
          onChange={(dates) => form.setFieldValue('blackoutDates', dates)}
          error={findErrorBelow(form.errors, 'blackoutDates')}
        />
      </Stack>
    </Fieldset>
  )
}
