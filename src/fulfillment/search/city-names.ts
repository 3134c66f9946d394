/** Names of one city, new and old ones, in small letters. */
const CITIES: readonly (readonly string[])[] = [
  ['alappuzha', 'alleppey'],
  ['ballari', 'bellary'],
  ['belagavi', 'belgaum'],
  ['bengaluru', 'bangalore'],
  ['chennai', 'madras'],
  ['dharashiv', 'osmanabad'],
  ['guwahati', 'gauhati'],
  ['gurugram', 'gurgaon'],
  ['hubballi', 'hubli'],
  ['kalaburagi', 'gulbarga'],
  ['kannur', 'cannanore'],
  ['kanpur', 'cawnpore'],
  ['kochi', 'cochin', 'ernakulam'],
  ['kolkata', 'calcutta'],
  ['kollam', 'quilon'],
  ['kozhikode', 'calicut'],
  ['mangaluru', 'mangalore'],
  ['mumbai', 'bombay'],
  ['mysuru', 'mysore'],
  ['nashik', 'nasik'],
  ['palakkad', 'palghat'],
  ['panaji', 'panjim'],
  ['prayagraj', 'allahabad'],
  ['puducherry', 'pondicherry'],
  ['pune', 'poona'],
  ['sambhajinagar', 'aurangabad'],
  ['shimla', 'simla'],
  ['shivamogga', 'shimoga'],
  ['thanjavur', 'tanjore'],
  ['thiruvananthapuram', 'trivandrum'],
  ['thoothukudi', 'tuticorin'],
  ['thrissur', 'trichur'],
  ['tiruchirappalli', 'trichy', 'trichinopoly'],
  ['tumakuru', 'tumkur'],
  ['udhagamandalam', 'ooty', 'ootacamund'],
  ['vadodara', 'baroda'],
  ['varanasi', 'banaras', 'benares'],
  ['vijayapura', 'bijapur'],
  ['vijayawada', 'bezawada'],
  ['visakhapatnam', 'vizag'],
];
/** Of a name that is being typed: fewer letters begin too many words. */
const TYPED_MIN = 5;

/** Lists the other names of a city whose name is a word, or begins with it. */
export function otherNamesOf(word: string): string[] {
  const typed = word.toLowerCase();
  const isMeant = (name: string): boolean =>
    name === typed || (typed.length >= TYPED_MIN && name.startsWith(typed));
  return CITIES.filter((names) => names.some(isMeant)).flatMap((names) =>
    names.filter((name) => !isMeant(name)),
  );
}
