import { Button, Fieldset, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { strings } from '#i18n/setup.ts'
import { EntryCard } from '../../../components/section/EntryCard.tsx'
import { type ListItems, useListItems } from '../../../components/section/useListItems.ts'
import { timeZones } from '../../../components/time-zones.ts'
import { RepresentativeCalendar } from './CalendarOf.tsx'
import { findErrorBelow, type SchedulingEditor } from './editor.ts'
import { blankRepresentative, type RepresentativeForm, type SchedulingForm } from './scheduling-form.ts'
import { WeekHours } from './WeekHours.tsx'

const { scheduling: texts } = strings

/** Whom appointments are with. Without any, they are with the agent's own desk. */
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
  const zones = useMemo(timeZones, [])
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
