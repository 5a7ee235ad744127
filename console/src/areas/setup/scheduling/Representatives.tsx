import { Button, Fieldset, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { words } from '#words/setup.ts'
import { EntryCard } from '../../../parts/section/EntryCard.tsx'
import { type Items, useItems } from '../../../parts/section/useItems.ts'
import { timeZones } from '../../../parts/time-zones.ts'
import { CalendarOf } from './CalendarOf.tsx'
import { errorIn, type Scheduling } from './editor.ts'
import { blankRepresentative, type RepresentativeForm, type SchedulingForm } from './form.ts'
import { WeekHours } from './WeekHours.tsx'

const { scheduling: said } = words

/** Whom appointments are with. Without any, they are with the agent's own desk. */
export function Representatives({ editor }: { editor: Scheduling }) {
  const { form, readOnly } = editor
  const { representatives } = form.values
  const items = useItems<SchedulingForm, RepresentativeForm>(form, 'representatives', representatives.length)
  return (
    <Fieldset legend={said.representatives}>
      <Stack>
        {representatives.length === 0 && (
          <Text size="sm" className="quiet">
            {said.noRepresentatives}
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
              {said.addRepresentative}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}

type Given = { editor: Scheduling; at: number; items: Items<RepresentativeForm> }

function Representative({ editor, at, items }: Given) {
  const { form, readOnly, saved } = editor
  const one = form.values.representatives[at]
  if (!one) return null
  const path = `representatives.${at}`
  const isSaved = saved?.representatives.some(({ id }) => id === one.id) ?? false
  return (
    <EntryCard
      name={one.name || said.unnamed}
      summary={[one.title, one.email].filter(Boolean).join(' · ')}
      at={at}
      items={items as Items<never>}
      path={`representatives[${at}]`}
      open={items.isNew(items.keys[at] ?? '')}
      readOnly={readOnly}
    >
      <TextInput label={said.name} required {...form.getInputProps(`${path}.name`)} />
      <TextInput label={said.id} description={said.idHelp} required {...form.getInputProps(`${path}.id`)} />
      <TextInput label={said.role} {...form.getInputProps(`${path}.title`)} />
      <TextInput label={said.email} type="email" {...form.getInputProps(`${path}.email`)} />
      <TextInput label={said.phone} type="tel" {...form.getInputProps(`${path}.phone`)} />
      <TextInput label={said.type} description={said.typeHelp} {...form.getInputProps(`${path}.type`)} />
      <OwnTimes editor={editor} at={at} one={one} />
      {isSaved && <CalendarOf representativeId={one.id} name={one.name} />}
    </EntryCard>
  )
}

function OwnTimes({
  editor: { form, readOnly },
  at,
  one,
}: {
  editor: Scheduling
  at: number
  one: RepresentativeForm
}) {
  const zones = useMemo(timeZones, [])
  const path = `representatives.${at}`
  return (
    <>
      <Select
        label={said.ownZone}
        data={zones}
        searchable
        clearable
        value={one.timezone || null}
        onChange={(zone) => form.setFieldValue(`${path}.timezone`, (zone ?? '') as never)}
      />
      <Switch label={said.ownHours} {...form.getInputProps(`${path}.ownHours`, { type: 'checkbox' })} />
      {one.ownHours && (
        <WeekHours
          label={said.hoursOf(one.name)}
          windows={one.workingHours}
          onChange={(windows) => form.setFieldValue(`${path}.workingHours`, windows as never)}
          errorAt={(place) => errorIn(form.errors, `${path}.workingHours.${place}`)}
          readOnly={readOnly}
        />
      )}
    </>
  )
}
