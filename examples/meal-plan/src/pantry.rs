//! What ingredients are made of; recipes that contradict it are mistakes of the catalogue.

use std::collections::BTreeSet;

use crate::book;
use crate::recipe::{Allergen, DietaryTag, MealType, Recipe};
use Allergen::{Egg, Fish, Gluten, Milk, Nuts, Peanuts, Sesame, Shellfish, Soy};
use Carbs::{Few, Many};
use Origin::{Animal, Meat, Plant};

/// Where an ingredient comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    Plant,
    /// Milk, eggs, honey.
    Animal,
    /// Meat and fish, and what is made with rennet.
    Meat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Carbs {
    Few,
    Many,
}

/// Ingredients that share an origin, carbs and allergens.
const PANTRY: &[(Origin, Carbs, &[Allergen], &str)] = &[
    (
        Plant,
        Few,
        &[],
        "chia seeds, coconut milk, blueberries, raspberries, strawberries, lemon, lime, avocado, tomatoes, spinach, kale, broccoli, courgette, aubergine, cauliflower, mushrooms, bell pepper, carrots, cucumber, red cabbage, peas, onion, garlic, ginger, basil, rocket, pumpkin, leeks, beetroot, olives, capers, green beans, cauliflower rice, courgette noodles, pumpkin seeds, sunflower seeds, flaxseed, olive oil, coconut oil, vegetable stock, coconut yogurt, cocoa, curry paste, chilli, cinnamon, nori",
    ),
    (Plant, Few, &[Gluten], "seitan"),
    (Plant, Few, &[Nuts], "almonds, walnuts, cashews, pistachios, hazelnuts"),
    (Plant, Few, &[Peanuts], "peanuts, peanut butter"),
    (Plant, Few, &[Sesame], "tahini, sesame seeds"),
    (Plant, Few, &[Soy], "tofu, smoked tofu, tempeh, edamame, soy milk, soy yogurt, tamari, miso"),
    (Plant, Few, &[Soy, Gluten], "soy sauce"),
    (
        Plant,
        Many,
        &[],
        "mango, banana, apple, pear, orange, pineapple, dates, raisins, sweetcorn, potatoes, sweet potatoes, rice, rice noodles, quinoa, buckwheat, corn tortillas, polenta, millet, popcorn, rice cakes, red lentils, green lentils, chickpeas, black beans, kidney beans, white beans, dark chocolate, maple syrup",
    ),
    (
        Plant,
        Many,
        &[Gluten],
        "oats, wholemeal bread, rye bread, sourdough bread, wheat tortilla, spaghetti, macaroni, lasagne sheets, couscous, bulgur, flatbread, burger bun, vegan pastry",
    ),
    (Plant, Many, &[Sesame], "hummus"),
    (Animal, Few, &[Egg], "eggs, mayonnaise"),
    (
        Animal,
        Few,
        &[Milk],
        "milk, butter, cream, yogurt, greek yogurt, skyr, cottage cheese, cheddar, feta, halloumi, mozzarella, ricotta, paneer",
    ),
    (Animal, Few, &[Nuts, Milk], "pesto"),
    (Animal, Many, &[], "honey"),
    (Animal, Many, &[Gluten, Egg], "egg noodles"),
    (Meat, Few, &[], "chicken, turkey, beef, minced beef, pork, lamb, bacon, chorizo"),
    (Meat, Few, &[Fish], "salmon, smoked salmon, tuna, cod, mackerel"),
    (Meat, Few, &[Milk], "parmesan"),
    (Meat, Few, &[Shellfish], "prawns, mussels"),
];

#[derive(Clone, Copy, Debug)]
struct Ingredient {
    origin: Origin,
    carbs: Carbs,
    allergens: &'static [Allergen],
}

#[track_caller]
fn ingredient(name: &str) -> Ingredient {
    let mut found = PANTRY.iter().filter(|(.., names)| names.split(", ").any(|one| one == name));
    let Some(&(origin, carbs, allergens, _)) = found.next() else { panic!("`{name}` is not in the pantry") };
    assert!(found.next().is_none(), "`{name}` is in the pantry twice");
    Ingredient { origin, carbs, allergens }
}

/// The tags that the ingredients of a recipe earn it.
fn earned_tags(ingredients: &[Ingredient]) -> BTreeSet<DietaryTag> {
    let all = |what: fn(&Ingredient) -> bool| ingredients.iter().all(what);
    [
        (DietaryTag::Vegan, all(|it| it.origin == Plant)),
        (DietaryTag::Vegetarian, all(|it| it.origin < Meat)),
        (DietaryTag::LowCarb, all(|it| it.carbs == Few)),
    ]
    .into_iter()
    .filter_map(|(tag, earned)| earned.then_some(tag))
    .collect()
}

#[test]
fn every_recipe_is_what_its_ingredients_make_it() {
    for recipe in book::shipped().expect("the shipped book").recipes() {
        let Recipe { id, ingredients, allergens, may_contain, dietary_tags, .. } = recipe;
        let ingredients: Vec<Ingredient> = ingredients.iter().map(|name| ingredient(name)).collect();
        let contained: BTreeSet<Allergen> = ingredients.iter().flat_map(|it| it.allergens).copied().collect();
        assert_eq!(*allergens, contained, "{id}");
        assert!(may_contain.is_disjoint(allergens), "{id}: what it contains is no trace");
        assert_eq!(*dietary_tags, earned_tags(&ingredients), "{id}");
    }
}

#[test]
fn the_catalogue_is_large_and_its_ids_say_what_they_are() {
    let recipes: Vec<&Recipe> = book::shipped().expect("the shipped book").recipes().collect();
    assert!(recipes.len() >= 60, "{}", recipes.len());
    let ids: BTreeSet<&str> = recipes.iter().map(|recipe| recipe.id.as_str()).collect();
    assert_eq!(ids.len(), recipes.len(), "ids are unique");
    for recipe in recipes {
        let prefix = match recipe.meal_type {
            MealType::Breakfast => "b-",
            MealType::Main => "m-",
            MealType::Snack => "s-",
        };
        assert!(recipe.id.starts_with(prefix), "{}", recipe.id);
        assert!((1..=100).contains(&recipe.rating), "{}", recipe.id);
        assert!((20..=1200).contains(&recipe.calories), "{}", recipe.id);
    }
}

#[test]
fn every_user_has_one_profile_with_a_target() {
    let profiles: Vec<_> = book::shipped().expect("the shipped book").profiles().collect();
    let users: BTreeSet<&str> = profiles.iter().map(|profile| profile.user_id.as_str()).collect();
    assert_eq!(users.len(), profiles.len(), "users are unique");
    for profile in profiles {
        assert!(profile.calories.min < profile.calories.max, "{}", profile.user_id);
    }
}
