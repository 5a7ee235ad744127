/**
 * Typical messages from the agents of a shop, a clinic, and a hotel, written for this benchmark: a third plain, a third
 * with light Markdown, a third with markers. The same on every run.
 */
export function buildChatCorpus(): string[] {
  return businesses.flatMap(({ values, plain, lightMarkdown, withMarkers }) =>
    [...plain, ...lightMarkdown, ...withMarkers].flatMap((template) =>
      values.map((placeholderValues) => fillTemplate(template, placeholderValues)),
    ),
  )
}

type PlaceholderValues = Record<string, string>
type BusinessTemplates = {
  values: PlaceholderValues[]
  plain: string[]
  lightMarkdown: string[]
  withMarkers: string[]
}

function fillTemplate(template: string, placeholderValues: PlaceholderValues): string {
  return template.replace(/\{(\w+)\}/g, (_, key: string) => placeholderValues[key] ?? '')
}

const shop: BusinessTemplates = {
  values: [
    {
      who: 'Mara',
      item: 'linen shirt',
      other: 'wool scarf',
      price: '€49',
      day: 'Tuesday',
      date: '2027-03-09',
      no: 'B-2041',
    },
    {
      who: 'Jörg',
      item: 'Wanderstiefel',
      other: 'Regenjacke',
      price: '€129',
      day: 'Friday',
      date: '2027-03-12',
      no: 'B-3377',
    },
    {
      who: 'Aiko',
      item: 'teapot',
      other: 'set of four cups',
      price: '€35',
      day: 'Monday',
      date: '2027-03-15',
      no: 'B-4180',
    },
  ],
  plain: [
    'Hi {who}, your order {no} left our warehouse this morning and should reach you on {day}.',
    'One {item}, noted 👍',
    'Thanks for your patience! I have asked the store, and they still have the {other} on the shelf.',
    'Yes, you can return the {item} within 30 days, as long as the tag is still on it.',
    'Sorry to hear that the {item} arrived damaged 😕 Could you send me a photo of the box and of the label on it?',
    'We are open until 8 pm on {day}. The entrance on the market side is the one with the lift.',
    'Your refund of {price} is on its way. Banks usually need two or three working days until it shows up in your account.',
    'Good choice 👍 The {item} goes well with the “{other}” that you looked at last week.',
  ],
  lightMarkdown: [
    'Your order **{no}** is packed. You can follow it [here](https://shop.example/orders/{no}).',
    'The **{item}** costs {price}, and shipping is free above €40.',
    'Here is what is in the parcel:\n\n- {item}\n- {other}\n- a small thank-you 🎁',
    'To send it back:\n\n1. Put the {item} into the box\n2. Print the [label](https://shop.example/returns/{no})\n3. Drop it at any parcel shop by **{day}**',
    'Short answer: *yes*. Longer answer: the {other} is ~~sold out~~ back on {day}, and I can reserve one for you.',
    'I found two that fit, {who}:\n\n- **{item}**, {price}\n- **{other}**, a little warmer\n\nWhich one would you rather see?',
    'Please have a look at our [size guide](https://shop.example/sizes?item={no}) first; the {item} runs *small*.',
  ],
  withMarkers: [
    'Glad you like the {item}! Anything else I can do?\n\n[[chips: Track my order | Talk to a person | No, thanks]]',
    'The {item} comes in three sizes.\n\n[[ask.choice #size | Which size do you take?\nsmall = Small\nmedium = Medium ~ fits most people\nlarge = Large\n]]',
    '[[confirm #order-{no} | Shall I order the {item} for {price}? | Yes, order it | Not now]]',
    'These are in stock right now:\n\n[[showcase #picks | Which one do you like?\nfirst = {item} ~ {price}, ready on {day} ~ https://shop.example/img/first.jpg\nsecond = {other} ~ made to last ~ https://shop.example/img/second.jpg\n]]',
    '[[card: {item}\ndescription = {price}, delivered on {day}\nimage = https://shop.example/img/{no}.jpg\nchips = Buy it | Details -> https://shop.example/p/{no}\n]]',
    'When may the courier come?\n\n[[ask.time #delivery | Pick a delivery time\nam = {date}T09:00:00+01:00 ~ {day} 9:00\nnoon = {date}T12:00:00+01:00 ~ {day} 12:00\npm = {date}T17:30:00+01:00 ~ {day} 17:30\n]]',
    'You can pick it up here, {who}.\n\n[[share.place | Store at the old harbour\naddress = Hafenstraße 12, 20457 Hamburg\nlatitude = 53.5461\nlongitude = 9.9937\n]]\n\n[[chips: Opening hours | Call the store -> tel:+494055501234]]',
  ],
}

const clinic: BusinessTemplates = {
  values: [
    { who: 'Mr Okafor', doctor: 'Dr Lindqvist', what: 'check-up', day: 'Wednesday', date: '2027-04-07', no: 'C-118' },
    { who: 'Señora Peña', doctor: 'Dr Müller', what: 'vaccination', day: 'Thursday', date: '2027-04-15', no: 'C-224' },
    { who: 'Ms Tanaka', doctor: 'Dr Achterberg', what: 'eye test', day: 'Monday', date: '2027-04-19', no: 'C-309' },
  ],
  plain: [
    'Good morning {who}, this is a reminder of your {what} with {doctor} on {day}.',
    'See you on {day}, {who}!',
    'No need to fast before the {what}; a light breakfast is fine ☕',
    '{doctor} is away this week. I can offer you a time with a colleague, or with {doctor} the week after.',
    'If the pain gets worse or you run a fever, do not wait for {day}: call the emergency number at once.',
    'Your results are here, and {doctor} would like to talk them over with you. It is nothing urgent.',
    'Thank you, {who}. I have noted that you cannot come on {day}, and the time is free for someone else again.',
    'We take all public insurers, and most private ones; {doctor} also sees patients who pay for the {what} themselves. Which one are you with, {who}? If you are not sure, send me a photo of the front of your card, without the number if you like, and I will look it up for you. It takes me a minute, and it saves us both a call on {day}.',
  ],
  lightMarkdown: [
    'Your **{what}** is booked for **{day}**, with {doctor}.',
    'Please bring:\n\n- the letter from {doctor}\n- the list of your medicines\n- your *vaccination record*, if you have one',
    'How to prepare for the {what}:\n\n1. Sleep well\n2. Drink enough water\n3. Leave contact lenses at home',
    'You can fill in the [form](https://clinic.example/forms/{no}) at home. It takes about **five minutes**.',
    '{doctor} wrote: “All values are *within range*.” The full letter is in your [folder](https://clinic.example/files/{no}).',
    'Our hours have changed: ~~8 to 17~~ **8 to 18** on {day}. The laboratory closes at noon, as ever.',
    'Parking is free on {day}. Take the [second gate](https://clinic.example/map), then follow the **green** line on the floor.',
  ],
  withMarkers: [
    'I have three times for your {what}.\n\n[[ask.time #visit-{no} | Which one suits you?\nt1 = {date}T08:30:00+02:00 ~ {day}, 8:30\nt2 = {date}T11:00:00+02:00 ~ {day}, 11:00\nt3 = {date}T16:15:00+02:00 ~ {day}, 16:15\n]]',
    '[[confirm #keep-{no} | Can you come to your {what} on {day}? | I will come | I cannot]]',
    'What is it about?\n\n[[ask.choice #reason | Please choose the closest\nnew = A new complaint\nfollowup = Follow-up ~ you have seen {doctor} before\nrecipe = A prescription\nother = Something else\n]]',
    'We moved to the new building, {who}.\n\n[[share.place | Clinic on the hill\naddress = Bergstraße 3, 69120 Heidelberg\n]]',
    '[[share.event | {what} with {doctor}\nstart = {date}T11:00:00+02:00\nend = {date}T11:30:00+02:00\nlocation = Room 4, second floor\n]]',
    'Would you like to hear from us the day before, {who}?\n\n[[chips: Yes, please = remind | No, thanks = silent | Call us -> tel:+496221555010]]',
    'Here is how to reach the practice directly.\n\n[[share.contact | Office of {doctor}\nphone = +49 6221 555010\nemail = office@clinic.example\nurl = https://clinic.example\n]]',
  ],
}

const hotel: BusinessTemplates = {
  values: [
    {
      who: 'Familie Grün',
      room: 'Garden room',
      price: '140 €',
      view: 'the park',
      date: '2027-06-04',
      night: 'two nights',
      no: 'H-51',
    },
    {
      who: 'Ms Beaulieu',
      room: 'Suite Étoile',
      price: '260 €',
      view: 'the sea',
      date: '2027-06-18',
      night: 'three nights',
      no: 'H-68',
    },
    {
      who: 'Herr Šimić',
      room: 'Studio',
      price: '95 €',
      view: 'the old town',
      date: '2027-07-02',
      night: 'one night',
      no: 'H-73',
    },
  ],
  plain: [
    'Welcome, {who}! Your room is ready from 3 pm, and you can leave your bags with us before that.',
    'The {room} looks out on {view} and sleeps two; a child’s bed fits in as well.',
    'Breakfast for {who} from 7 to 10:30 ☀️',
    'I have booked {night} for you. You can cancel free of charge until the day before you arrive.',
    'The pool is heated, and open until 9 pm. The bag with your towels is in the {room}.',
    '{who}, I am sorry about the noise last night. We have moved the band to the other house, and tonight will be quiet.',
    'A taxi from the station takes about twelve minutes; the tram, line 4, takes twenty and stops at our door. From {room} it is then two floors down to the garden, and from there you already see {view}. If you come late, ring the bell on the left: somebody is awake all night, and will let you in, {who}.',
    'Dogs are welcome in the {room} 🐕 We only ask that they stay out of the breakfast room.',
  ],
  lightMarkdown: [
    'The **{room}** is free for {night}, at **{price}** a night.',
    'Included in your {night}:\n\n- breakfast\n- the *sauna*, from 4 pm\n- bicycles, if you like',
    'The Wi-Fi is called **Gast-{no}**, and the password is on the card in your room. Trouble? Read [this page](https://hotel.example/wifi).',
    'Our cook’s plan for tonight, {who}:\n\n1. Cold cucumber soup\n2. Trout with almonds, or *Käsespätzle*\n3. Plum cake',
    'Checking out is ~~at 10~~ at **11** on Sundays. The bill comes by mail, or [online](https://hotel.example/bill/{no}).',
    'For a walk with a view of {view}, take the [river path](https://hotel.example/walks/river): *flat*, and about **forty minutes**.',
    'Dear {who}, thank you for the kind words! It would mean a lot to us if you left them [here](https://hotel.example/reviews) too ❤️',
  ],
  withMarkers: [
    'We have two rooms for {night}.\n\n[[showcase #rooms | Which one would you like?\nfirst = {room} ~ {price} a night, view of {view} ~ https://hotel.example/img/first.jpg\nsecond = Attic ~ small and quiet ~ https://hotel.example/img/attic.jpg\n]]',
    '[[confirm #stay-{no} | Shall I book the {room} for {night}? | Book it | Let me think]]',
    'How would you like your eggs, {who}? 🍳\n\n[[ask.choice #eggs | Tell the kitchen\nfried = Fried\nscrambled = Scrambled ~ with chives\nnone = None, thank you\n]]',
    '[[card: {room}\ndescription = View of {view}, {price} a night\nimage = https://hotel.example/img/{no}.jpg\nchips = Book it | See photos -> https://hotel.example/rooms/{no}\n]]',
    'The table is yours. When shall we expect you?\n\n[[ask.time #dinner | Dinner at\nearly = {date}T18:00:00+02:00 ~ 18:00\nmiddle = {date}T19:30:00+02:00 ~ 19:30\nlate = {date}T21:00:00+02:00 ~ 21:00\n]]',
    'This is where you find us, {who}.\n\n[[share.place | Hotel at the lime tree\naddress = Lindenallee 8, 5020 Salzburg\nlatitude = 47.8005\nlongitude = 13.0444\n]]\n\n[[chips: Parking | Shuttle | Call -> tel:+43662555080]]',
    'Where may the driver pick you up, {who}?\n\n[[ask.location #pickup | Share where you are]]',
  ],
}

const businesses = [shop, clinic, hotel]
