/**
 * Area codes by time zone, for countries with several zones whose numbers reveal the place. A code that spans two zones
 * has the more populous one. Codes of the country's most populous zone are omitted.
 */
type Codes = Record<string, string>

const northAmerica: Codes = {
  'America/Chicago': `
    205 210 214 217 218 219 224 225 228 235 251 254 256 262 270 274 281 308 309 312 314 316 318 319 320 325 327 331 334
    337 346 353 361 364 402 405 409 414 417 430 432 447 448 457 464 469 471 479 501 504 507 512 515 531 534 539 557 563
    572 573 580 601 605 608 612 615 618 620 621 629 630 636 641 651 659 660 662 682 701 708 712 713 715 726 730 731 737
    763 769 773 779 785 806 815 816 817 830 832 847 850 861 870 872 901 903 913 918 920 924 931 936 938 940 945 952 956
    972 975 979 985`,
  'America/Denver': '208 303 307 385 406 435 505 575 719 720 801 915 970 983 986',
  'America/Phoenix': '480 520 602 623 928',
  'America/Los_Angeles': `
    206 209 213 253 279 310 323 341 350 357 360 369 408 415 424 425 442 458 503 509 510 530 541 559 562 564 619 626 628
    650 657 661 669 702 707 714 725 738 747 760 775 805 818 820 831 837 840 858 909 916 925 949 951 971`,
  'America/Anchorage': '907',
  'Pacific/Honolulu': '808',
  'Pacific/Guam': '670 671',
  'Pacific/Pago_Pago': '684',
  'America/Puerto_Rico': '787 939',
  'America/St_Thomas': '340',
  'America/Toronto': `
    226 249 263 289 343 354 365 367 382 416 418 437 438 450 468 514 519 548 579 581 613 647 683 705 742 753 807 819 873
    905 942`,
  'America/Winnipeg': '204 431 584',
  'America/Regina': '306 474 639',
  'America/Edmonton': '368 403 587 780 825 867',
  'America/Vancouver': '236 250 257 604 672 778',
  'America/Halifax': '782 902',
  'America/Moncton': '428 506',
  'America/St_Johns': '709 879',
  'America/Nassau': '242',
  'America/Barbados': '246',
  'America/Anguilla': '264',
  'America/Antigua': '268',
  'America/Tortola': '284',
  'America/Cayman': '345',
  'Atlantic/Bermuda': '441',
  'America/Grenada': '473',
  'America/Grand_Turk': '649',
  'America/Jamaica': '658 876',
  'America/Montserrat': '664',
  'America/Lower_Princes': '721',
  'America/St_Lucia': '758',
  'America/Dominica': '767',
  'America/St_Vincent': '784',
  'America/Santo_Domingo': '809 829 849',
  'America/Port_of_Spain': '868',
  'America/St_Kitts': '869',
}

const russia: Codes = {
  'Europe/Kaliningrad': '401',
  'Europe/Samara': '341 842 845 846 848 851',
  'Asia/Yekaterinburg': '342 343 345 346 347 349 351 352 353',
  'Asia/Omsk': '381',
  'Asia/Novosibirsk': '382 383 384 385 388',
  'Asia/Krasnoyarsk': '390 391 394',
  'Asia/Irkutsk': '301 395',
  'Asia/Yakutsk': '302 411 416',
  'Asia/Vladivostok': '421 423 426',
  'Asia/Magadan': '413 424',
  'Asia/Kamchatka': '415 427',
}

const brazil: Codes = {
  'America/Cuiaba': '65 66',
  'America/Campo_Grande': '67',
  'America/Rio_Branco': '68',
  'America/Porto_Velho': '69',
  'America/Manaus': '92 97',
  'America/Boa_Vista': '95',
}

const australia: Codes = { 'Australia/Brisbane': '7', 'Australia/Perth': '8' }

/** Keyed by calling code plus area code: `1415`. */
export const timeZonesByAreaCode: ReadonlyMap<string, string> = new Map([
  ...toEntries('1', northAmerica),
  ...toEntries('7', russia),
  ...toEntries('55', brazil),
  ...toEntries('61', australia),
])

function toEntries(country: string, zones: Codes): [prefix: string, zone: string][] {
  return Object.entries(zones).flatMap(([zone, codes]) =>
    codes
      .trim()
      .split(/\s+/)
      .map((code): [string, string] => [country + code, zone]),
  )
}
