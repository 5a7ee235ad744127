import { Badge, Button, Group, MultiSelect, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import { IconMapPin, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { strings as schedulingTexts } from '#i18n/scheduling.ts'
import { strings } from '#i18n/setup.ts'
import { useRepresentatives } from '../../../api/lookups.ts'
import { EmptyState } from '../../../components/PageStates.tsx'
import { EntryCard, type ListItems, useListItems } from '../../../components/section/EntryCard.tsx'
import { ExactFindings, SectionFrame } from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'
import { listTimeZones } from '../../../components/times.ts'
import { findErrorBelow } from '../scheduling/scheduling-form.ts'
import { WeekHours } from '../scheduling/WeekHours.tsx'
import {
  blankLocation,
  type LocationForm,
  type LocationsEditor,
  type LocationsForm,
  proposeLocationId,
  toLocationsBody,
  toLocationsForm,
} from './location-form.ts'

const { locations: texts } = schedulingTexts
const noSections = () => ({})

/** The places where the business serves people. */
export function LocationsPart() {
  const part = useAgentSection({
    path: '/locations',
    toForm: toLocationsForm,
    toBody: toLocationsBody,
    sections: noSections,
  })
  const { form, readOnly, ready } = part.editor
  const locations = ready ? form.values.locations : []
  const items = useListItems<LocationsForm, LocationForm>(form, 'locations', locations.length)
  const add = (
    <Button
      variant={locations.length === 0 ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => items.add(blankLocation)}
    >
      {texts.add}
    </Button>
  )
  return (
    <SectionFrame part={part} section="capabilities.locations" title={strings.tabs.locations} lead={texts.lead}>
      <Stack maw={720}>
        {ready && locations.length === 0 && (
          <EmptyState icon={IconMapPin} title={texts.none} text={texts.noneText} action={readOnly ? undefined : add} />
        )}
        {locations.map((_, at) => (
          <LocationCard key={items.keys[at]} editor={part.editor} at={at} items={items} />
        ))}
        {locations.length > 0 && !readOnly && <Group>{add}</Group>}
      </Stack>
    </SectionFrame>
  )
}

type LocationCardProps = { editor: LocationsEditor; at: number; items: ListItems<LocationForm> }

function LocationCard({ editor, at, items }: LocationCardProps) {
  const { form, readOnly } = editor
  const location = form.values.locations[at]
  if (!location) return null
  const isNew = items.isNew(items.keys[at] ?? '')
  return (
    <EntryCard
      name={location.name || texts.unnamed}
      summary={[location.address, location.phone].filter(Boolean).join(' · ')}
      badges={!location.enabled && <Closed />}
      at={at}
      items={items as ListItems<never>}
      path={`capabilities.locations[${at}]`}
      open={isNew}
      readOnly={readOnly}
    >
      <ExactFindings path={`capabilities.locations[${at}]`} />
      <Names editor={editor} at={at} location={location} isNew={isNew} />
      <TextInput
        label={texts.address}
        description={texts.addressHelp}
        {...form.getInputProps(`locations.${at}.address`)}
      />
      <TextInput
        label={texts.phone}
        description={texts.phoneHelp}
        type="tel"
        {...form.getInputProps(`locations.${at}.phone`)}
      />
      <LocationTimes editor={editor} at={at} location={location} />
      <Switch
        label={texts.enabled}
        description={texts.enabledHelp}
        {...form.getInputProps(`locations.${at}.enabled`, { type: 'checkbox' })}
      />
    </EntryCard>
  )
}

type LocationFieldsProps = { editor: LocationsEditor; at: number; location: LocationForm }

/** A new location gets its id from its name, until somebody writes another one. */
function Names({ editor: { form, readOnly }, at, location, isNew }: LocationFieldsProps & { isNew: boolean }) {
  const used = form.values.locations.flatMap(({ id }, index) => (index === at ? [] : [id]))
  const rename = (name: string) => {
    const isProposed = location.id === '' || location.id === proposeLocationId(location.name, used)
    if (isNew && isProposed) form.setFieldValue(`locations.${at}.id`, (name && proposeLocationId(name, used)) as never)
    form.setFieldValue(`locations.${at}.name`, name as never)
  }
  return (
    <>
      <TextInput
        label={texts.name}
        required
        readOnly={readOnly}
        value={location.name}
        onChange={(event) => rename(event.currentTarget.value)}
        error={form.errors[`locations.${at}.name`]}
      />
      <TextInput label={texts.id} description={texts.idHelp} required {...form.getInputProps(`locations.${at}.id`)} />
      <TagsInput
        label={texts.aliases}
        description={texts.aliasesHelp}
        {...form.getInputProps(`locations.${at}.aliases`)}
        error={findErrorBelow(form.errors, `locations.${at}.aliases`)}
      />
    </>
  )
}

function LocationTimes({ editor: { form, readOnly }, at, location }: LocationFieldsProps) {
  const zones = useMemo(listTimeZones, [])
  const representatives = useRepresentatives()
  const path = `locations.${at}`
  const finding = `capabilities.locations[${at}]`
  return (
    <>
      <Select
        label={texts.timeZone}
        description={texts.timeZoneHelp}
        data={zones}
        searchable
        clearable
        value={location.timeZone || null}
        onChange={(zone) => form.setFieldValue(`${path}.timeZone`, (zone ?? '') as never)}
        error={form.errors[`${path}.timeZone`]}
      />
      <ExactFindings path={`${finding}.timeZone`} />
      <Switch
        label={texts.ownHours}
        description={texts.ownHoursHelp}
        {...form.getInputProps(`${path}.ownHours`, { type: 'checkbox' })}
      />
      {location.ownHours && (
        <WeekHours
          label={texts.hoursOf(location.name || texts.unnamed)}
          windows={location.hours}
          onChange={(windows) => form.setFieldValue(`${path}.hours`, windows as never)}
          errorAt={(index) => findErrorBelow(form.errors, `${path}.hours.${index}`)}
          readOnly={readOnly}
        />
      )}
      <ExactFindings path={`${finding}.hours`} />
      {representatives.length > 0 && (
        <MultiSelect
          label={texts.representatives}
          description={texts.representativesHelp}
          data={representatives.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps(`${path}.representativeIds`)}
          error={findErrorBelow(form.errors, `${path}.representativeIds`)}
        />
      )}
    </>
  )
}

function Closed() {
  return (
    <Badge variant="default" size="sm" tt="none">
      {texts.isDisabled}
    </Badge>
  )
}
