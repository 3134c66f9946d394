// Names of people and places: spelling: off
/** First and last names, which are combined. */
export const PEOPLE = {
  first:
    'Meera Rohan Priya Arjun Lakshmi Imran Ananya Vikram Fatima Joseph Kavya Suresh Divya Rahul Sneha Harpreet Nandini Aditya Zoya Manish'.split(
      ' ',
    ),
  last: 'Nair Kulkarni Sharma Reddy Iyer Khan Das Patel Fernandes Singh Menon Joshi Bose Rao Gupta Pillai Mishra Shetty Naidu Chauhan'.split(
    ' ',
  ),
};

/**
 * City, state, pincode, and streets. The last digit of a PIN code chooses what the sandbox courier does:
 * - it delivers most shipments
 * - it fails once for Jaipur and Dehradun, and comes back from Coimbatore
 * - it refuses Hyderabad, and says nothing about Guwahati
 */
export const PLACES: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['Bengaluru', 'Karnataka', '560038', ['4th Cross, Indiranagar', '100 Feet Road', 'CMH Road']],
  ['Mysuru', 'Karnataka', '570010', ['Sayyaji Rao Road', 'Vinoba Road']],
  [
    'Pune',
    'Maharashtra',
    '411030',
    ['Karve Road', 'Sahyadri Apartments', 'Fergusson College Road'],
  ],
  ['Mumbai', 'Maharashtra', '400050', ['Hill Road, Bandra West', 'Linking Road']],
  ['Chennai', 'Tamil Nadu', '600020', ['Luz Church Road', 'Kutchery Road']],
  ['Coimbatore', 'Tamil Nadu', '641012', ['Cross Cut Road', 'Bharathiar Road']],
  ['Kochi', 'Kerala', '682030', ['Marine Drive', 'Chittoor Road']],
  ['Hyderabad', 'Telangana', '500034', ['Road No. 12, Banjara Hills', 'Avenue 4']],
  ['Jaipur', 'Rajasthan', '302001', ['Mirza Ismail Road', 'Chaura Rasta']],
  ['Panaji', 'Goa', '403110', ['18th June Road', 'Rua de Ourem']],
  ['Bhopal', 'Madhya Pradesh', '462030', ['Arera Colony E-5', 'Link Road No. 1']],
  ['Dehradun', 'Uttarakhand', '248001', ['Rajpur Road', 'Neshvilla Road']],
  ['Guwahati', 'Assam', '781007', ['M.G. Road, Uzan Bazar', 'Hem Baruah Road']],
  ['Kolkata', 'West Bengal', '700020', ['Gariahat Road', 'Ballygunge Place']],
  ['New Delhi', 'Delhi', '110020', ['Hauz Khas Enclave', 'Aurobindo Marg']],
];
