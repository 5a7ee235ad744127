import { Button, CloseButton, Group, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { strings } from '#i18n/people.ts'

import { useLocations, useRepresentatives } from '../../../api/lookups.ts'
import { filterLabel, usePeopleFields, valueLabel } from '../people-fields.ts'
import { listActiveFilters, type PeopleSearch, removePeopleFilter } from '../people-search.ts'
import { AddFilter } from './AddFilter.tsx'

type Props = { search: PeopleSearch; onChange: (search: PeopleSearch) => void; children?: ReactNode }

/** The search box, a chip per filter, and a button to add one. */
export function FilterBar({ search, onChange, children }: Props) {
  const fields = usePeopleFields()
  const representatives = useRepresentatives()
  const locations = useLocations()
  return (
    <Group gap="xs" role="search" aria-label={strings.filter.active}>
      <SearchField search={search} onChange={onChange} />
      {listActiveFilters(search).map(({ name, value }) => {
        const label = strings.filter.chip(
          filterLabel(name, { fields }),
          valueLabel(name, value, { representatives, locations }),
        )
        return (
          <Button
            key={name}
            variant="light"
            size="xs"
            maw={280}
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={strings.filter.remove(label)}
            onClick={() => onChange(removePeopleFilter(search, name))}
          >
            {label}
          </Button>
        )
      })}
      <AddFilter onAdd={(name, value) => onChange({ ...search, [name]: value })} />
      {children}
    </Group>
  )
}

const typingMs = 200

/** Input is debounced, then stored in the URL. */
function SearchField({ search, onChange }: Props) {
  const [text, setText] = useState(search.q ?? '')
  const appliedSearch = useRef(search.q ?? '')
  useEffect(() => {
    if ((search.q ?? '') === appliedSearch.current) return
    appliedSearch.current = search.q ?? ''
    setText(search.q ?? '')
  }, [search.q])
  const applySearch = useDebouncedCallback((typed: string) => {
    appliedSearch.current = typed
    onChange(typed ? { ...search, q: typed } : removePeopleFilter(search, 'q'))
  }, typingMs)
  const write = (typed: string) => {
    setText(typed)
    applySearch(typed.trim())
  }
  return (
    <TextInput
      aria-label={strings.list.search}
      placeholder={strings.list.searchHint}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text && <CloseButton size="sm" aria-label={strings.list.clearSearch} onClick={() => write('')} />}
      maxLength={200}
      w={{ base: '100%', xs: 280 }}
      size="sm"
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
    />
  )
}
