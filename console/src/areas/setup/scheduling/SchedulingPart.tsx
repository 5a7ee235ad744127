import { Fieldset, NumberInput, Select, SimpleGrid, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { words } from '#words/setup.ts'
import { useAgent } from '../../../app/org.ts'
import { PartFrame } from '../../../parts/section/PartFrame.tsx'
import { usePart } from '../../../parts/section/usePart.ts'
import { timeZones } from '../../../parts/time-zones.ts'
import { errorIn, type Scheduling } from './editor.ts'
import { schedulingField, sentScheduling, shownScheduling } from './form.ts'
import { Mails } from './Mails.tsx'
import { OpenTimes } from './OpenTimes.tsx'
import { Representatives } from './Representatives.tsx'
import { WeekHours } from './WeekHours.tsx'

const { scheduling: said } = words
const noSections = () => ({})

/** When appointments can be had, with whom, and who is told. */
export function SchedulingPart() {
  const part = usePart({
    path: '/scheduling',
    shown: shownScheduling,
    sent: sentScheduling,
    sections: noSections,
    fieldOf: schedulingField,
  })
  const { editor } = part
  const below = (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <OpenTimes saved={editor.saved} />
      <Mails />
    </SimpleGrid>
  )
  return (
    <PartFrame part={part} section="scheduling" title={words.tabs.scheduling} lead={said.lead} below={below}>
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
    </PartFrame>
  )
}

function Times({ editor: { form, readOnly } }: { editor: Scheduling }) {
  const zones = useMemo(timeZones, [])
  return (
    <Fieldset legend={said.times}>
      <Stack>
        <Select
          label={said.timezone}
          description={said.timezoneHelp}
          data={zones}
          searchable
          clearable
          {...form.getInputProps('timezone')}
          value={form.values.timezone || null}
          onChange={(zone) => form.setFieldValue('timezone', zone ?? '')}
        />
        <WeekHours
          label={said.hours}
          description={said.hoursHelp}
          windows={form.values.availableHours}
          onChange={(windows) => form.setFieldValue('availableHours', windows)}
          errorAt={(at) => errorIn(form.errors, `availableHours.${at}`)}
          readOnly={readOnly}
        />
      </Stack>
    </Fieldset>
  )
}

function Booking({ editor: { form } }: { editor: Scheduling }) {
  return (
    <Fieldset legend={said.booking}>
      <Stack>
        <NumberInput
          label={said.duration}
          suffix={said.minutes}
          min={1}
          max={1440}
          {...form.getInputProps('defaultDurationMinutes')}
        />
        <Switch
          label={said.sameDay}
          description={said.sameDayHelp}
          {...form.getInputProps('disallowSameDayBooking', { type: 'checkbox' })}
        />
        <TagsInput
          label={said.recipients}
          description={said.recipientsHelp}
          {...form.getInputProps('notificationRecipients')}
          error={errorIn(form.errors, 'notificationRecipients')}
        />
        <TextInput
          label={said.identity}
          description={said.identityHelp}
          {...form.getInputProps('defaultRepresentativeIdentity')}
        />
      </Stack>
    </Fieldset>
  )
}

function Reminders({ editor: { form } }: { editor: Scheduling }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('playbooks', 'list'),
    queryFn: async ({ signal }) => (await agent.api.get('/playbooks', { signal })).data,
  })
  return (
    <Fieldset legend={said.reminders}>
      <Stack>
        <Switch label={said.remind} {...form.getInputProps('reminders.enabled', { type: 'checkbox' })} />
        {form.values.reminders.enabled && (
          <>
            <NumberInput
              label={said.lead2}
              suffix={said.minutes}
              min={1}
              max={10_080}
              {...form.getInputProps('reminders.leadMinutes')}
            />
            <Select
              label={said.playbook}
              description={said.playbookHelp}
              clearable
              data={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              {...form.getInputProps('reminders.playbookId')}
              value={form.values.reminders.playbookId || null}
              onChange={(id) => form.setFieldValue('reminders.playbookId', id ?? '')}
            />
            <Switch label={said.card} {...form.getInputProps('reminders.includeContactCard', { type: 'checkbox' })} />
            <Switch label={said.anyHour} {...form.getInputProps('reminders.ignoreSafeHours', { type: 'checkbox' })} />
          </>
        )}
      </Stack>
    </Fieldset>
  )
}

function Blackouts({ editor: { form, readOnly } }: { editor: Scheduling }) {
  return (
    <Fieldset legend={said.blackouts}>
      <Stack>
        <DatePicker
          type="multiple"
          aria-label={said.blackouts}
          hideOutsideDates
          weekendDays={[]}
          ariaLabels={said.calendarLabels}
          value={form.values.blackoutDates}
          onChange={(dates) => !readOnly && form.setFieldValue('blackoutDates', [...dates].sort())}
          {...(readOnly && { getDayProps: () => ({ disabled: true }) })}
        />
        <TagsInput
          label={said.blackoutList}
          description={said.blackoutHelp}
          value={form.values.blackoutDates}
          onChange={(dates) => form.setFieldValue('blackoutDates', dates)}
          error={errorIn(form.errors, 'blackoutDates')}
        />
      </Stack>
    </Fieldset>
  )
}
