import type { Schema } from '@parley/sdk'
import { channelName } from '#i18n/channel-names.ts'
import { strings } from '#i18n/people.ts'
import type { DataColumn } from '../../../components/DataTable.tsx'
import { StatusBadge, TagChip } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { getRepresentativeName, type Person } from '../people-fields.ts'
import classes from './people-table.module.css'

export type PersonColumn = DataColumn<Person> & { label: string }
type ColumnContext = {
  fields: readonly Schema<'PeopleField'>[]
  representatives: readonly Schema<'SchedulingRepresentative'>[]
}

const { list, fields: names } = strings
const plain = (value: string | undefined) =>
  value && (
    <p className={classes.plain} title={value}>
      {value}
    </p>
  )

export const defaultColumns = ['status', 'consent', 'channels', 'phone', 'email', 'tags', 'lastSeenAt']

/** Undeclared custom fields come from the people themselves. A key contains no dot. */
export function findUndeclaredFields(fields: ColumnContext['fields'], people: readonly Person[]): string[] {
  const known = new Set(fields.map(({ key }) => key))
  const own = new Set(people.flatMap(({ customFields }) => Object.keys(customFields)))
  return [...own].filter((key) => !known.has(key)).sort()
}

/** All columns that can be shown next to the name. */
export function buildPeopleColumns(
  { fields, representatives }: ColumnContext,
  undeclared: readonly string[],
): PersonColumn[] {
  const declared = fields.map(({ key, label }) => customColumn(key, label))
  return [
    {
      id: 'status',
      label: names.status ?? '',
      width: 120,
      cell: ({ status }) => <PersonStatusBadge status={status} />,
    },
    {
      id: 'consent',
      label: names['consent.status'] ?? '',
      width: 110,
      cell: ({ consent }) => <ConsentBadge status={consent.status} />,
    },
    {
      id: 'channels',
      label: list.channels,
      width: 150,
      cell: ({ identities }) => <Channels identities={identities} />,
    },
    { id: 'phone', label: names.phone ?? '', width: 150, cell: ({ phone }) => plain(phone) },
    { id: 'email', label: names.email ?? '', width: 220, cell: ({ email }) => plain(email) },
    { id: 'company', label: names.company ?? '', width: 170, cell: ({ company }) => plain(company) },
    { id: 'title', label: names.title ?? '', width: 150, cell: ({ title }) => plain(title) },
    { id: 'tags', label: names.tags ?? '', width: 180, cell: ({ tags }) => <Tags tags={tags} /> },
    { id: 'source', label: names.source ?? '', width: 130, cell: ({ source }) => plain(source) },
    {
      id: 'assignedRepresentativeId',
      label: names.assignedRepresentativeId ?? '',
      width: 160,
      cell: ({ assignedRepresentativeId: id }) => plain(id && getRepresentativeName(representatives, id)),
    },
    {
      id: 'lastSeenAt',
      label: list.lastSeen,
      width: 170,
      sort: 'lastSeenAt',
      cell: ({ lastSeenAt }) => <Timestamp at={lastSeenAt} />,
    },
    {
      id: 'createdAt',
      label: list.created,
      width: 170,
      sort: 'createdAt',
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
    {
      id: 'updatedAt',
      label: list.updated,
      width: 170,
      sort: 'updatedAt',
      cell: ({ updatedAt }) => <Timestamp at={updatedAt} />,
    },
    ...declared,
    ...undeclared.map((key) => customColumn(key)),
  ]
}

function customColumn(key: string, label = key): PersonColumn {
  return { id: `customFields.${key}`, label, width: 150, cell: ({ customFields }) => plain(customFields[key]) }
}

const statusTones = { new: 'blue', contacted: 'cyan', qualified: 'grape', converted: 'green', lost: 'gray' } as const

export function PersonStatusBadge({ status }: { status: Person['status'] }) {
  return <TagChip tone={statusTones[status]}>{strings.statuses[status]}</TagChip>
}

export function ConsentBadge({ status }: { status: Person['consent']['status'] }) {
  return <StatusBadge status={status} label={strings.consentWords[status]} />
}

function Channels({ identities }: { identities: Person['identities'] }) {
  return (
    <div className={classes.chips}>
      {identities.map(({ asid, channel, optedOut }) =>
        optedOut ? (
          <TagChip key={asid} tone="red" title={list.stopOn(channelName(channel))} whole>
            {`${channelName(channel)} ${list.stop}`}
          </TagChip>
        ) : (
          <TagChip key={asid} whole>
            {channelName(channel)}
          </TagChip>
        ),
      )}
    </div>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <div className={classes.chips} title={tags.join(', ')}>
      {tags.map((tag) => (
        <TagChip key={tag}>{tag}</TagChip>
      ))}
    </div>
  )
}
