import { Button, Fieldset, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { strings as schedulingTexts } from '#i18n/scheduling.ts'
import { strings as toolsTexts } from '#i18n/tools.ts'
import { useAgent, useCan, useOrg } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { EntryCard, type ListItems, useListItems } from '../../../components/section/EntryCard.tsx'

import { listTimeZones } from '../../../components/times.ts'

import {
  blankRepresentative,
  findErrorBelow,
  type RepresentativeForm,
  type SchedulingEditor,
  type SchedulingForm,
} from './scheduling-form.ts'
import { WeekHours } from './WeekHours.tsx'

const { scheduling: representativeCalendarTexts } = schedulingTexts

/** The calendar of a representative: its busy times block slots, and bookings are added to it. */
function RepresentativeCalendar({ representativeId, name }: { representativeId: string; name: string }) {
  const agent = useAgent()
  const org = useOrg()
  const queries = useQueryClient()
  const mayEdit = useCan('editor')
  const links = useQuery({
    queryKey: agent.key('calendars'),
    queryFn: ({ signal }) => agent.api.get('/scheduling/calendars', { query: { limit: 200 }, signal }),
  })
  const connections = useQuery({
    queryKey: org.key('connections'),
    queryFn: ({ signal }) => org.api.get('/connections', { signal }),
    enabled: mayEdit,
  })
  const path = { representativeId }
  const template = '/scheduling/representatives/{representativeId}/calendar'
  const change = useMutation({
    mutationFn: async (connectionId: string | null) => {
      if (connectionId) await agent.api.put(template, { path, body: { connectionId } })
      else await agent.api.delete(template, { path })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: agent.key('calendars') }),
    onError: notify.error,
  })
  const link = links.data?.data.find((one) => one.representativeId === representativeId)
  const choices = (connections.data?.data ?? []).map(({ id, label, accountLabel }) => ({
    value: id,
    label: [label, accountLabel].filter(Boolean).join(' · '),
  }))
  return (
    <Group gap="xs" align="flex-end">
      {mayEdit && choices.length > 0 ? (
        <Select
          label={representativeCalendarTexts.calendar}
          description={representativeCalendarTexts.calendarHelp}
          placeholder={representativeCalendarTexts.noCalendar}
          data={choices}
          value={link?.connectionId ?? null}
          clearable
          onChange={(id) => change.mutate(id)}
        />
      ) : (
        <Text size="sm">
          {link ? representativeCalendarTexts.linked(name) : representativeCalendarTexts.connectFirst}
        </Text>
      )}
      {link && <StatusBadge status={link.status} label={toolsTexts.tools.oauth[link.status]} />}
      {link && mayEdit && (
        <Button variant="default" size="xs" loading={change.isPending} onClick={() => change.mutate(null)}>
          {representativeCalendarTexts.unlink}
        </Button>
      )}
    </Group>
  )
}

const { scheduling: texts } = schedulingTexts

/** Representatives for appointments. Without any, appointments are with the agent's own desk. */
export function Representatives({ editor }: { editor: SchedulingEditor }) {
  const { form, readOnly } = editor
  const { representatives } = form.values
  const items = useListItems<SchedulingForm, RepresentativeForm>(form, 'representatives', representatives.length)
  return (
    <Fieldset legend={texts.representatives}>
      <Stack>
        {representatives.length === 0 && (
          <Text size="sm" className="quiet">
            {texts.noRepresentatives}
          </Text>
        )}
        {representatives.map((_, at) => (
          <Representative key={items.keys[at]} editor={editor} at={at} items={items} />
        ))}
        {!readOnly && (
          <Group>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => items.add(blankRepresentative)}
            >
              {texts.addRepresentative}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}

type RepresentativesProps = { editor: SchedulingEditor; at: number; items: ListItems<RepresentativeForm> }

function Representative({ editor, at, items }: RepresentativesProps) {
  const { form, readOnly, saved } = editor
  const one = form.values.representatives[at]
  if (!one) return null
  const path = `representatives.${at}`
  const isSaved = saved?.representatives.some(({ id }) => id === one.id) ?? false
  return (
    <EntryCard
      name={one.name || texts.unnamed}
      summary={[one.title, one.email].filter(Boolean).join(' · ')}
      at={at}
      items={items as ListItems<never>}
      path={`representatives[${at}]`}
      open={items.isNew(items.keys[at] ?? '')}
      readOnly={readOnly}
    >
      <TextInput label={texts.name} required {...form.getInputProps(`${path}.name`)} />
      <TextInput label={texts.id} description={texts.idHelp} required {...form.getInputProps(`${path}.id`)} />
      <TextInput label={texts.role} {...form.getInputProps(`${path}.title`)} />
      <TextInput label={texts.email} type="email" {...form.getInputProps(`${path}.email`)} />
      <TextInput label={texts.phone} type="tel" {...form.getInputProps(`${path}.phone`)} />
      <TextInput label={texts.type} description={texts.typeHelp} {...form.getInputProps(`${path}.type`)} />
      <RepresentativeHours editor={editor} at={at} one={one} />
      {isSaved && <RepresentativeCalendar representativeId={one.id} name={one.name} />}
    </EntryCard>
  )
}

function RepresentativeHours({
  editor: { form, readOnly },
  at,
  one,
}: {
  editor: SchedulingEditor
  at: number
  one: RepresentativeForm
}) {
  const zones = useMemo(listTimeZones, [])
  const path = `representatives.${at}`
  return (
    <>
      <Select
        label={texts.ownZone}
        data={zones}
        searchable
        clearable
        value={one.timezone || null}
        onChange={(zone) => form.setFieldValue(`${path}.timezone`, (zone ?? '') as never)}
      />
      <Switch label={texts.ownHours} {...form.getInputProps(`${path}.ownHours`, { type: 'checkbox' })} />
      {one.ownHours && (
        <WeekHours
          label={texts.hoursOf(one.name)}
          windows={one.workingHours}
          onChange={(windows) => form.setFieldValue(`${path}.workingHours`, windows as never)}
          errorAt={(index) => findErrorBelow(form.errors, `${path}.workingHours.${index}`)}
          readOnly={readOnly}
        />
      )}
    </>
  )
}
