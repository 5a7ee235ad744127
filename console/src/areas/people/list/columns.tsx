import type { Schema } from '@parley/sdk'
import type { ReactNode } from 'react'
import { channelName } from '#words/channel-names.ts'
import { words } from '#words/people.ts'
import { Chip } from '../../../parts/Chip.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { When } from '../../../parts/When.tsx'
import type { Person } from '../names.ts'
import { representativeName } from '../reads.ts'
import classes from './people-table.module.css'

export type PersonColumn = {
  id: string
  label: string
  width: number
  cell: (person: Person) => ReactNode
  sort?: string
}
type Known = {
  fields: readonly Schema<'PeopleField'>[]
  representatives: readonly Schema<'SchedulingRepresentative'>[]
}

const { list, fields: names } = words
const plain = (value: string | undefined) =>
  value && (
    <p className={classes.plain} title={value}>
      {value}
    </p>
  )

export const shownAtFirst = ['status', 'consent', 'channels', 'phone', 'email', 'tags', 'lastSeenAt']

/** Custom fields that nobody declared come from the people themselves. A key has no dot in it. */
export function undeclaredFields(fields: Known['fields'], people: readonly Person[]): string[] {
  const known = new Set(fields.map(({ key }) => key))
  const own = new Set(people.flatMap(({ customFields }) => Object.keys(customFields)))
  return [...own].filter((key) => !known.has(key)).sort()
}

/** All that can be shown beside the name. */
export function columnsFor({ fields, representatives }: Known, undeclared: readonly string[]): PersonColumn[] {
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
      cell: ({ assignedRepresentativeId: id }) => plain(id && representativeName(representatives, id)),
    },
    {
      id: 'lastSeenAt',
      label: list.lastSeen,
      width: 170,
      sort: 'lastSeenAt',
      cell: ({ lastSeenAt }) => <When at={lastSeenAt} />,
    },
    {
      id: 'createdAt',
      label: list.created,
      width: 170,
      sort: 'createdAt',
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      id: 'updatedAt',
      label: list.updated,
      width: 170,
      sort: 'updatedAt',
      cell: ({ updatedAt }) => <When at={updatedAt} />,
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
  return <Chip tone={statusTones[status]}>{words.statuses[status]}</Chip>
}

export function ConsentBadge({ status }: { status: Person['consent']['status'] }) {
  return <StatusBadge status={status} label={words.consentWords[status]} />
}

function Channels({ identities }: { identities: Person['identities'] }) {
  return (
    <div className={classes.chips}>
      {identities.map(({ asid, channel, optedOut }) =>
        optedOut ? (
          <Chip key={asid} tone="red" title={list.stopOn(channelName(channel))} whole>
            {`${channelName(channel)} ${list.stop}`}
          </Chip>
        ) : (
          <Chip key={asid} whole>
            {channelName(channel)}
          </Chip>
        ),
      )}
    </div>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <div className={classes.chips} title={tags.join(', ')}>
      {tags.map((tag) => (
        <Chip key={tag}>{tag}</Chip>
      ))}
    </div>
  )
}
