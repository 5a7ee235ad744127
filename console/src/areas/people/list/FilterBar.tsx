import { Button, CloseButton, Group, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { words } from '#words/people.ts'
import { filterLabel, valueLabel } from '../filter-words.ts'
import { usePeopleFields, useRepresentatives } from '../reads.ts'
import { chosenFilters, type PeopleSearch, without } from '../search.ts'
import { AddFilter } from './AddFilter.tsx'

type Given = { search: PeopleSearch; onChange: (search: PeopleSearch) => void; children?: ReactNode }

/** The search, a chip for each filter, and the way to one more. */
export function FilterBar({ search, onChange, children }: Given) {
  const fields = usePeopleFields()
  const representatives = useRepresentatives()
  return (
    <Group gap="xs" role="search" aria-label={words.filter.active}>
      <SearchField search={search} onChange={onChange} />
      {chosenFilters(search).map(({ name, value }) => {
        const label = words.filter.chip(filterLabel(name, { fields }), valueLabel(name, value, { representatives }))
        return (
          <Button
            key={name}
            variant="light"
            size="xs"
            maw={280}
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={words.filter.remove(label)}
            onClick={() => onChange(without(search, name))}
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

/** What is typed is asked for after a moment, and then stands in the address. */
function SearchField({ search, onChange }: Given) {
  const [text, setText] = useState(search.q ?? '')
  const told = useRef(search.q ?? '')
  useEffect(() => {
    if ((search.q ?? '') === told.current) return
    told.current = search.q ?? ''
    setText(search.q ?? '')
  }, [search.q])
  const tell = useDebouncedCallback((typed: string) => {
    told.current = typed
    onChange(typed ? { ...search, q: typed } : without(search, 'q'))
  }, typingMs)
  const write = (typed: string) => {
    setText(typed)
    tell(typed.trim())
  }
  return (
    <TextInput
      aria-label={words.list.search}
      placeholder={words.list.searchHint}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text && <CloseButton size="sm" aria-label={words.list.clearSearch} onClick={() => write('')} />}
      maxLength={200}
      w={{ base: '100%', xs: 280 }}
      size="sm"
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
    />
  )
}
